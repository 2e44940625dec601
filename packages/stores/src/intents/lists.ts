import type { Criterion } from "@writ/contracts";
import { isMap, isPair, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { commandIn } from "./commands.ts";
import { bare, type ListField, namingFields } from "./fields.ts";
import { type Tree, textOf } from "./tree.ts";

/** One item of a list field, and the node it was read from. */
export interface Item {
  text: string;
  line: number;
  node: Node;
  /** Set for a criterion that carries a command. */
  command?: Omit<Criterion, "text">;
}

/** The keys under which an item that is an object carries its text. */
const textKeys = ["text", "description", "criterion", "name", "title"];

/** A criterion's words; where it has none, its command. */
function criterionIn(tree: Tree, map: YAMLMap, line: number): Item {
  const command = commandIn(tree, map);
  const said = textIn(partsOf(tree, map));
  const text = said ?? command?.run ?? describeMap(tree, map);
  return { text, line, node: map, ...(command === null ? {} : { command }) };
}

interface Part {
  key: string;
  text: string;
}

function partsOf(tree: Tree, map: YAMLMap): Part[] {
  return map.items.flatMap((pair) => {
    const key = isPair(pair) ? textOf(pair.key) : null;
    if (key === null) return [];
    const value = tree.follow(pair.value);
    return [{ key, text: isScalar(value) ? (textOf(value) ?? "") : JSON.stringify(toPlain(tree, value)) }];
  });
}

function textIn(parts: readonly Part[]): string | undefined {
  return textKeys.flatMap((key) => parts.filter((part) => bare(part.key) === key))[0]?.text;
}

function describeMap(tree: Tree, map: YAMLMap): string {
  const parts = partsOf(tree, map);
  return textIn(parts) ?? parts.map(({ key, text }) => `${key}: ${text}`).join(", ");
}

function toPlain(tree: Tree, node: Node | null): unknown {
  if (isSeq(node)) return node.items.map((item) => toPlain(tree, tree.follow(item)));
  if (isMap(node)) return describeMap(tree, node);
  return textOf(node);
}

/** An unquoted `!src/secret/**` is a YAML tag; what the person meant is an exclusion, and dropping it would widen. */
function exclusionOf(node: Node): string | null {
  if (!isScalar(node) || node.tag === undefined || !node.tag.startsWith("!")) return null;
  return `${node.tag}${textOf(node) ?? ""}`;
}

/** The items of a list field, whatever shape the person gave it (R33): list, lists in it, one text, objects. */
export function itemsOf(tree: Tree, field: ListField, value: unknown): Item[] {
  const node = tree.follow(value);
  if (node === null) return [];
  const line = tree.lineOf(node);
  const naming = namingFields[field];
  const item = (text: string): Item => ({ text, line, node });

  if (isSeq(node)) return node.items.flatMap((entry) => itemsOf(tree, field, entry));
  if (isMap(node)) {
    if (field === "acceptanceCriteria") return [criterionIn(tree, node, line)];
    if (naming === undefined) return [item(describeMap(tree, node))];
    const message = `${naming} must be text, not an object; it is ignored`;
    tree.findings.push({ line, severity: "error", message });
    return [];
  }
  const excluded = field === "ownedScope" ? exclusionOf(node) : null;
  if (excluded !== null) {
    const message = `${excluded} begins with ! and needs quotes: ${JSON.stringify(excluded)}`;
    tree.findings.push({ line, severity: "warning", message });
    return [item(excluded)];
  }
  const text = textOf(node) ?? "";
  const lines = naming !== undefined ? text.split(/\r?\n/).map((part) => part.trim()) : [text];
  return lines.filter((part) => part.trim() !== "").map(item);
}

import { isMap, isPair, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { bare, type ListField } from "./fields.ts";
import { type Tree, textOf } from "./tree.ts";

/** One item of a list field, and the node it was read from. */
export interface Item {
  text: string;
  line: number;
  node: Node;
}

/** The keys under which an item that is an object carries its text. */
const textKeys = ["text", "description", "criterion", "name", "title"];

function describeMap(tree: Tree, map: YAMLMap): string {
  const parts = map.items.flatMap((pair) => {
    const key = isPair(pair) ? textOf(pair.key) : null;
    if (key === null) return [];
    const value = tree.follow(pair.value);
    return [{ key, text: isScalar(value) ? (textOf(value) ?? "") : JSON.stringify(toPlain(tree, value)) }];
  });
  const said = textKeys.flatMap((key) => parts.filter((part) => bare(part.key) === key))[0];
  return said?.text ?? parts.map(({ key, text }) => `${key}: ${text}`).join(", ");
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
  const isPaths = field === "ownedScope" || field === "relatedFiles";
  const item = (text: string): Item => ({ text, line, node });

  if (isSeq(node)) return node.items.flatMap((entry) => itemsOf(tree, field, entry));
  if (isMap(node)) {
    if (!isPaths) return [item(describeMap(tree, node))];
    const message = `${field === "ownedScope" ? "a scope" : "a related file"} must be text, not an object; it is ignored`;
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
  const lines = isPaths ? text.split(/\r?\n/).map((part) => part.trim()) : [text];
  return lines.filter((part) => part.trim() !== "").map(item);
}

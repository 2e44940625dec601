import type { IntentFinding } from "@writ/contracts";
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  type Scalar,
  visit,
  type YAMLMap,
} from "yaml";
import { bare } from "./fields.ts";
import { Unusable, type YamlFile } from "./yaml-file.ts";

/** How often aliases may be followed: far more than people write, far less than a bomb unfolds to. */
const mostAliases = 1000;

/** A parsed document with what is needed to walk it: lines, aliases, and the findings on the way. */
export interface Tree {
  document: Document.Parsed;
  findings: IntentFinding[];
  lineOf(node: unknown): number;
  /** The node itself, or what an alias stands for. */
  follow(node: unknown): Node | null;
}

/**
 * Makes a document walkable; `null` when there is none. Aliases are resolved in one pass: `Alias.resolve` would walk
 * the document for each.
 */
export function growTree({ document, lineAt }: YamlFile): Tree | null {
  if (document === null) return null;
  const lineOf = (node: unknown) => (isNode(node) && node.range ? lineAt(node.range[0]) : 0);
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  visit(document, {
    Alias(_, alias) {
      const target = anchors.get(alias.source);
      if (target !== undefined) targets.set(alias, target);
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  let followed = 0;
  return {
    document,
    findings: [],
    lineOf,
    follow(node) {
      if (!isAlias(node)) return isNode(node) ? node : null;
      followed += 1;
      if (followed > mostAliases) throw new Unusable(lineOf(node), "its aliases unfold to too many values");
      const target = targets.get(node);
      if (target !== undefined) return target;
      const fix = `write ${JSON.stringify(`*${node.source}`)} if it is a glob`;
      throw new Unusable(lineOf(node), `*${node.source} is an alias that stands for nothing (${fix})`);
    },
  };
}

/** A pair with a simple key, as entries have them. */
export type FieldPair = Pair<Scalar, unknown>;
export const isFieldPair = (item: unknown): item is FieldPair => isPair(item) && isScalar(item.key);

/** A field of an entry: the pair, and whether the entry says it itself or inherits it through `<<`. */
export interface FoundPair {
  pair: FieldPair;
  own: boolean;
}

/** The fields of an entry by bare key. What the entry says itself comes before what it inherits. */
export function fieldsOf(tree: Tree, map: YAMLMap, depth = 0): Map<string, FoundPair> {
  const found = new Map<string, FoundPair>();
  const inherited: YAMLMap[] = [];
  for (const pair of map.items.filter(isFieldPair)) {
    if (pair.key.value === "<<") {
      const value = tree.follow(pair.value);
      const sources = isSeq(value) ? value.items.map((item) => tree.follow(item)) : [value];
      inherited.push(...sources.filter((source) => isMap(source)));
      continue;
    }
    const key = bare(textOf(pair.key) ?? "");
    if (!found.has(key)) found.set(key, { pair, own: true });
  }
  // An entry that inherits from itself would never end.
  if (depth > 8) return found;
  for (const source of inherited) {
    for (const [key, { pair }] of fieldsOf(tree, source, depth + 1)) {
      if (!found.has(key)) found.set(key, { pair, own: false });
    }
  }
  return found;
}

/** A scalar as the person wrote it: `007` and `1.10` stay what they look like. `null` for no value. */
export function textOf(node: unknown): string | null {
  if (!isScalar(node)) return null;
  if (typeof node.value === "string") return node.value;
  return node.value === null || node.value === undefined ? null : (node.source ?? String(node.value));
}

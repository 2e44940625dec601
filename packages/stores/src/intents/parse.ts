import type { IntentFinding, IntentsRead } from "@writ/contracts";
import { isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from "yaml";
import { type Entry, toEntry } from "./entry.ts";
import { bare, rootSpellings } from "./fields.ts";
import { relationFindings } from "./relations.ts";
import { type FieldPair, growTree, isFieldPair, type Tree, textOf } from "./tree.ts";
import { parseYamlFile, Unusable } from "./yaml-file.ts";

/** Where the intents are in the document, so that a writer can add to them in the same shape. */
type Place =
  /** `pair` is what holds the list; a list that is the whole file has none. */
  | { kind: "list"; node: YAMLSeq; pair: FieldPair | null; inFlow: boolean }
  | { kind: "by-id"; node: YAMLMap }
  /** `active_intents:` with nothing behind it. */
  | { kind: "empty"; pair: FieldPair; inFlow: boolean }
  /** A document without a list, with or without other keys. */
  | { kind: "none"; root: YAMLMap | null };

/** A file that was understood. */
export interface Parsed {
  /** Without the byte order mark, which is in `mark`. */
  text: string;
  mark: string;
  place: Place;
  entries: Entry[];
  findings: IntentFinding[];
}

/** Tells what is wrong with a glob, or `null`. Handed in: the stores do not know what a glob is. */
export type GlobProblem = (glob: string) => string | null;

function placeOf(tree: Tree): Place {
  const root = tree.follow(tree.document.contents);
  if (root === null || (isScalar(root) && textOf(root) === null)) return { kind: "none", root: null };
  if (isSeq(root)) return { kind: "list", node: root, pair: null, inFlow: false };
  if (!isMap(root)) throw new Unusable(tree.lineOf(root), "it holds text, where a list of intents was expected");

  const pairs = root.items.filter(isFieldPair);
  const [pair, ...rivals] = rootSpellings.flatMap(
    (wanted) => pairs.find(({ key }) => bare(textOf(key) ?? "") === wanted) ?? [],
  );
  if (pair === undefined) return placeWithoutKey(tree, root);
  const key = textOf(pair.key) ?? "";
  for (const rival of rivals) {
    const message = `${textOf(rival.key)} is ignored, because ${key} is there too`;
    tree.findings.push({ line: tree.lineOf(rival.key), severity: "error", message });
  }
  const inFlow = root.flow === true;
  const value = tree.follow(pair.value);
  if (isSeq(value)) return { kind: "list", node: value, pair, inFlow };
  if (isMap(value) && value.items.length > 0) return { kind: "by-id", node: value };
  if (value === null || isMap(value) || (isScalar(value) && textOf(value) === null))
    return { kind: "empty", pair, inFlow };
  throw new Unusable(tree.lineOf(value), `${key} must be a list of intents`);
}

/** No key we know: intents kept by id at the top, or a file that only says other things, or a mistake. */
function placeWithoutKey(tree: Tree, root: YAMLMap): Place {
  const keys = root.items.map((pair) => textOf(pair.key) ?? "");
  const values = root.items.map((pair) => tree.follow(pair.value));
  if (values.length > 0 && values.every((value) => isMap(value))) return { kind: "by-id", node: root };
  if (values.every((value) => value === null || isScalar(value))) {
    const strange = keys.filter((key) => bare(key) !== "version");
    const message = `it has no key active_intents (found: ${strange.slice(0, 5).join(", ")}), so it holds no intent`;
    if (strange.length > 0) tree.findings.push({ line: tree.lineOf(root), severity: "warning", message });
    return { kind: "none", root };
  }
  throw new Unusable(tree.lineOf(root), `it has no key active_intents (found: ${keys.slice(0, 5).join(", ")})`);
}

function entriesOf(tree: Tree, place: Place): Entry[] {
  if (place.kind === "empty" || place.kind === "none") return [];
  const found =
    place.kind === "list"
      ? place.node.items.map((item) => ({ key: null, node: tree.follow(item), at: item }))
      : place.node.items.map(({ key, value }) => ({ key: textOf(key) ?? "", node: tree.follow(value), at: key }));
  const entries: Entry[] = [];
  const lines = new Map<string, number>();
  for (const { key, node, at } of found) {
    if (!isMap(node))
      throw new Unusable(tree.lineOf(at), `${key ?? "an entry of the list"} is not an intent: it has no fields`);
    const entry = toEntry(tree, node, key);
    if (entry === null) continue;
    const { id } = entry.intent;
    const first = lines.get(id);
    // Whichever of two were taken, the other's scope would silently be granted or lost: the gate closes.
    if (first !== undefined) throw new Unusable(entry.line, `intent ${id} is there twice (first in line ${first})`);
    lines.set(id, entry.line);
    entries.push(entry);
  }
  return entries;
}

/** Reads the file, or throws `Unusable`. */
export function parseIntents(bytes: Uint8Array): Parsed {
  const file = parseYamlFile(bytes);
  const { text, mark } = file;
  const tree = growTree(file);
  if (tree === null) return { text, mark, place: { kind: "none", root: null }, entries: [], findings: [] };
  const place = placeOf(tree);
  return { text, mark, place, entries: entriesOf(tree, place), findings: tree.findings };
}

function globFindings(entries: readonly Entry[], globProblem: GlobProblem): IntentFinding[] {
  return entries.flatMap(({ intent, items }) =>
    items.ownedScope.flatMap(({ text, line }): IntentFinding[] => {
      const reason = globProblem(text);
      if (reason === null) return [];
      return [{ line, severity: "error", message: `intent ${intent.id}: bad glob ${JSON.stringify(text)}: ${reason}` }];
    }),
  );
}

/** What `IntentStore.read` gives for a file that was understood. */
export function toRead({ entries, findings }: Parsed, globProblem: GlobProblem = () => null): IntentsRead {
  const all = [...findings, ...globFindings(entries, globProblem), ...relationFindings(entries)].sort(
    (a, b) => a.line - b.line,
  );
  return { state: "ok", intents: entries.map((entry) => entry.intent), findings: all };
}

/** Reads the file as a value that never throws (R35, R36). */
export function readIntents(file: string, bytes: Uint8Array, globProblem?: GlobProblem): IntentsRead {
  try {
    return toRead(parseIntents(bytes), globProblem);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const { line, message, reason } = error;
    return { state: "invalid", file, reason, findings: [{ line, severity: "error", message }] };
  }
}

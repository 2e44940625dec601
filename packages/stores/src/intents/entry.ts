import { type Intent, type QuickLimits, toCriteria } from "@writ/contracts";
import { isMap, isScalar, type YAMLMap } from "yaml";
import { bare, diskNames, type Field, type ListField, spellings, toStatus } from "./fields.ts";
import { type Item, itemsOf } from "./lists.ts";
import { type FoundPair, fieldsOf, type Tree, textOf } from "./tree.ts";

/** An intent, and the nodes it was read from. */
export interface Entry {
  intent: Intent;
  map: YAMLMap;
  line: number;
  fields: ReadonlyMap<string, FoundPair>;
  /** The lists item by item, with their lines. */
  items: Readonly<Record<ListField, readonly Item[]>>;
}

/** The pair that says a field, under whatever spelling; `null` when none does. */
export function pairFor(fields: ReadonlyMap<string, FoundPair>, field: Field): FoundPair | null {
  return spellings[field].flatMap((key) => fields.get(key) ?? [])[0] ?? null;
}

function valueFor(tree: Tree, fields: ReadonlyMap<string, FoundPair>, field: Field) {
  const found = pairFor(fields, field);
  return found === null ? null : tree.follow(found.pair.value);
}

/** A quick intent whose limits cannot be read has none left: without limits it would be an ordinary one. */
const spentLimits: QuickLimits = { expiresAt: "1970-01-01T00:00:00.000Z", maxFiles: 0, maxLines: 0 };

function toQuick(tree: Tree, fields: ReadonlyMap<string, FoundPair>): QuickLimits | undefined {
  const node = valueFor(tree, fields, "quick");
  if (node === null || (isScalar(node) && (node.value === null || node.value === false))) return undefined;
  const inner = isMap(node) ? fieldsOf(tree, node) : new Map<string, FoundPair>();
  const read = (key: string) => textOf(tree.follow(inner.get(bare(key))?.pair.value)) ?? "";
  const expires = Date.parse(read("expires_at"));
  const limit = (key: string) => (/^\d{1,9}$/.test(read(key)) ? Number(read(key)) : Number.NaN);
  const [maxFiles, maxLines] = [limit("max_files"), limit("max_lines")];
  if (!Number.isNaN(expires + maxFiles + maxLines)) {
    return { expiresAt: new Date(expires).toISOString(), maxFiles, maxLines };
  }
  const message = "quick needs expires_at (a date), max_files and max_lines (numbers); until then it counts as expired";
  tree.findings.push({ line: tree.lineOf(node), severity: "error", message });
  return spentLimits;
}

function toStatusOf(tree: Tree, fields: ReadonlyMap<string, FoundPair>): Pick<Intent, "status" | "proposed"> {
  const node = valueFor(tree, fields, "status");
  const word = textOf(node);
  if (node === null || word === null) return { status: "PENDING" };
  const known = toStatus(word);
  if (known !== null) return known.proposed ? { status: known.status, proposed: true } : { status: known.status };
  const allowed = "PENDING, IN_PROGRESS, BLOCKED or COMPLETE";
  const message = `unknown status ${JSON.stringify(word)}; use ${allowed}. Until then it counts as BLOCKED`;
  tree.findings.push({ line: tree.lineOf(node), severity: "error", message });
  return { status: "BLOCKED" };
}

/** Two spellings of the scope or the status in one entry: one of them holds, and the person should know which. */
function reportRivals(tree: Tree, fields: ReadonlyMap<string, FoundPair>): void {
  for (const field of ["ownedScope", "status"] as const) {
    const [used, ...ignored] = spellings[field].flatMap((key) => fields.get(key) ?? []);
    for (const { pair } of ignored) {
      const message = `${textOf(pair.key)} is ignored, because ${textOf(used?.pair.key)} is there too`;
      tree.findings.push({ line: tree.lineOf(pair.key), severity: "warning", message });
    }
  }
}

/** Reads one entry. `key` is its id where the intents are kept by id. `null`, with a finding, for one nobody can cite. */
export function toEntry(tree: Tree, map: YAMLMap, key: string | null): Entry | null {
  const line = tree.lineOf(map);
  const fields = fieldsOf(tree, map);
  const own = textOf(valueFor(tree, fields, "id"))?.trim() ?? "";
  const id = key?.trim() ?? own;
  if (id === "" || /\p{Cc}/u.test(id)) {
    const reason = id === "" ? `has no ${diskNames.id}` : "has an id with control characters";
    tree.findings.push({ line, severity: "error", message: `an intent ${reason}; it is ignored` });
    return null;
  }
  if (key !== null && own !== "" && own !== id) {
    const message = `intent ${id} says its id is ${own}; ${id} is what counts`;
    tree.findings.push({ line, severity: "error", message });
  }
  reportRivals(tree, fields);
  const list = (field: ListField) => itemsOf(tree, field, pairFor(fields, field)?.pair.value);
  const items = {
    ownedScope: list("ownedScope"),
    constraints: list("constraints"),
    acceptanceCriteria: list("acceptanceCriteria"),
    dependsOn: list("dependsOn"),
    relatedFiles: list("relatedFiles"),
    recentHistory: list("recentHistory"),
  };
  const texts = (field: ListField) => items[field].map((item) => item.text);
  const quick = toQuick(tree, fields);
  const intent: Intent = {
    id,
    name: textOf(valueFor(tree, fields, "name")) ?? id,
    ...toStatusOf(tree, fields),
    ownedScope: texts("ownedScope"),
    constraints: texts("constraints"),
    ...toCriteria(items.acceptanceCriteria.map(({ text, command }) => ({ text, ...command }))),
    ...(items.dependsOn.length === 0 ? {} : { dependsOn: texts("dependsOn") }),
    relatedFiles: texts("relatedFiles"),
    recentHistory: texts("recentHistory"),
    ...(quick === undefined ? {} : { quick }),
  };
  return { intent, map, line, fields, items };
}

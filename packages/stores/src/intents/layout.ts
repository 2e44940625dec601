import { isMap, isScalar, isSeq } from "yaml";
import { quotesOf } from "./editor.ts";
import { type Entry, pairFor } from "./entry.ts";
import { diskNames, type Field, listFields } from "./fields.ts";
import type { Parsed } from "./parse.ts";
import type { Layout, Quotes } from "./render.ts";
import { columnOf } from "./splices.ts";
import { isFieldPair, textOf } from "./tree.ts";

/** The way the file's own entries are written; the last one that tells is the model. */
export function layoutOf({ text, entries, place }: Parsed): Layout {
  const models = entries.toReversed();
  const firstOf = <T>(tell: (entry: Entry) => T | null): T | null => {
    for (const entry of models) {
      const told = tell(entry);
      if (told !== null) return told;
    }
    return null;
  };
  return {
    eol: /\r?\n/.exec(text)?.[0] ?? "\n",
    // A status never needs quotes: whoever gives it some likes them.
    quotes: firstOf((entry) => quotesIn(entry, "status")) ?? firstOf((entry) => quotesIn(entry, "id")) ?? "plain",
    listIndent: firstOf((entry) => listIndentOf(text, entry)) ?? 2,
    spaced: isSpaced(text, place),
  };
}

function quotesIn(entry: Entry, field: Field): Quotes | null {
  const value = pairFor(entry.fields, field)?.pair.value;
  return isScalar(value) ? quotesOf(value) : null;
}

function listIndentOf(text: string, entry: Entry): number | null {
  for (const field of listFields) {
    const found = pairFor(entry.fields, field);
    if (found === null || !found.own) continue;
    const { key, value } = found.pair;
    if (!isSeq(value) || value.flow || !value.range || !key.range) continue;
    return columnOf(text, value.range[0]) - columnOf(text, key.range[0]);
  }
  return null;
}

/** Whether a blank line stands before the last entry. */
function isSpaced(text: string, place: Parsed["place"]): boolean {
  if (place.kind !== "list" && place.kind !== "by-id") return false;
  const last: unknown = place.node.items.at(-1);
  const node = isFieldPair(last) ? last.key : isMap(last) ? last : null;
  if (place.node.items.length < 2 || !node?.range) return false;
  return /\n[ \t]*\r?\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t-]*$/.test(text.slice(0, node.range[0]));
}

/** How the file spells a field: as its entries do, else as Writ does. */
export function keyFor(entries: readonly Entry[], field: Field): string {
  for (const { fields } of entries.toReversed()) {
    const found = pairFor(fields, field);
    const key = found?.own === true ? textOf(found.pair.key) : null;
    // A description that serves as the name is no model: a new entry gets a name.
    if (key !== null && !(field === "name" && !/^(name|title)$/i.test(key))) return key;
  }
  return diskNames[field];
}

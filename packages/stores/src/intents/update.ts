import { isDeepStrictEqual } from "node:util";
import { criteriaOf, criterionOnDisk, type Intent, type QuickLimits } from "@writ/contracts";
import { isScalar, isSeq } from "yaml";
import {
  addItems,
  addPair,
  type Editor,
  quotesOf,
  removeItem,
  removePair,
  setFlowList,
  setText,
  setValue,
} from "./editor.ts";
import { type Entry, pairFor } from "./entry.ts";
import { type ListField, listFields, toStatus } from "./fields.ts";
import { keyFor } from "./layout.ts";
import { block, type Value } from "./render.ts";
import type { Splice } from "./splices.ts";
import { type Change, changedIntent } from "./tidy.ts";
import { textOf } from "./tree.ts";

/** The limits of a quick intent, disk spelling. */
export function limitsOnDisk({ expiresAt, maxFiles, maxLines }: QuickLimits): { [key: string]: Value } {
  return { expires_at: expiresAt, max_files: maxFiles, max_lines: maxLines };
}

/** A list as it stands in the file. */
export function listOnDisk(intent: Intent, field: ListField): readonly Value[] {
  return field === "acceptanceCriteria" ? criteriaOf(intent).map(criterionOnDisk) : (intent[field] ?? []);
}

/** The splices that make a change to one entry of the text. */
export function changeEntry(editor: Editor, entries: readonly Entry[], entry: Entry, change: Change): Splice[] {
  const next = changedIntent(entry.intent, change);
  const inFlow = entry.map.flow === true;
  const target: Target = { editor, entry, inFlow, keyOf: (field) => keyFor(entries, field) };
  const isStanding = change.status !== undefined || change.proposed !== undefined;
  return [
    ...(next.name === entry.intent.name ? [] : changeName(target, next.name)),
    ...(isStanding ? changeStatus(target, next.proposed === true ? "PROPOSED" : next.status) : []),
    ...listFields
      .filter(
        (field) => change[field] !== undefined || (field === "acceptanceCriteria" && change.criteria !== undefined),
      )
      .flatMap((field) => changeList(target, field, listOnDisk(next, field))),
    ...("quick" in change ? changeQuick(target, next.quick) : []),
  ];
}

interface Target {
  editor: Editor;
  entry: Entry;
  inFlow: boolean;
  keyOf(field: Parameters<typeof keyFor>[1]): string;
}

function changeName({ editor, entry, inFlow, keyOf }: Target, name: string): Splice[] {
  const found = pairFor(entry.fields, "name");
  const isName = found?.own === true && /^(name|title)$/i.test(textOf(found.pair.key) ?? "");
  return isName ? setText(editor, found.pair, name, inFlow) : addPair(editor, entry.map, keyOf("name"), name);
}

function changeStatus({ editor, entry, inFlow, keyOf }: Target, word: string): Splice[] {
  const found = pairFor(entry.fields, "status");
  const said = textOf(found?.pair.value);
  const [now, next] = [said === null ? null : toStatus(said), toStatus(word)];
  // Whoever writes `in-progress` keeps it, as long as it is true.
  if (now !== null && now.status === next?.status && now.proposed === next.proposed) return [];
  if (found?.own !== true) return addPair(editor, entry.map, keyOf("status"), word);
  return setText(editor, found.pair, word, inFlow);
}

function changeList({ editor, entry, inFlow, keyOf }: Target, field: ListField, next: readonly Value[]): Splice[] {
  const items = entry.items[field];
  const before = listOnDisk(entry.intent, field);
  if (isDeepStrictEqual(before, next)) return [];
  const found = pairFor(entry.fields, field);
  if (found === null || !found.own) return addPair(editor, entry.map, keyOf(field), next);
  const { pair } = found;
  const list = pair.value;
  const [only] = next;
  if (isScalar(list) && next.length === 1 && typeof only === "string") return setText(editor, pair, only, inFlow);

  // Item by item only where each item of the file is one item of the list: no aliases, no lists in lists.
  const isDirect =
    isSeq(list) && list.items.length === items.length && list.items.every((node, index) => node === items[index]?.node);
  if (!isDirect || before.length === 0) return setValue(editor, pair, next, inFlow);
  if (list.flow) return setFlowList(editor, list, before, next);
  const gone: number[] = [];
  let kept = 0;
  for (const [index, item] of before.entries()) {
    if (isDeepStrictEqual(item, next[kept])) kept += 1;
    else gone.push(index);
  }
  if (kept === 0) return setValue(editor, pair, next, inFlow);
  const quotes = quotesOf(list.items.at(-1));
  const added = next.slice(kept).map((item) => block(item, { ...editor.layout, quotes }));
  const removed = gone.map((index) => removeItem(editor, list, index));
  return added.length === 0 ? removed : [...removed, ...addItems(editor, list, added)];
}

function changeQuick({ editor, entry, inFlow, keyOf }: Target, quick: QuickLimits | undefined): Splice[] {
  const found = pairFor(entry.fields, "quick");
  if (quick === undefined) return found?.own === true ? removePair(editor, entry.map, found.pair) : [];
  if (found?.own !== true) return addPair(editor, entry.map, keyOf("quick"), limitsOnDisk(quick));
  return setValue(editor, found.pair, limitsOnDisk(quick), inFlow);
}

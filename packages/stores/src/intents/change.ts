import { isDeepStrictEqual } from "node:util";
import { fail, type Intent, type NewIntent } from "@writ/contracts";
import { addItems, addPair, addToFlow, type Editor, setValue } from "./editor.ts";
import type { Entry } from "./entry.ts";
import { type Field, listFields } from "./fields.ts";
import { newId, unknownIntent } from "./ids.ts";
import { keyFor, layoutOf } from "./layout.ts";
import { type Parsed, parseIntents } from "./parse.ts";
import { block, blockPair, flow, type Value } from "./render.ts";
import { insertLines, type Splice, splice } from "./splices.ts";
import { type Change, changedIntent, freshIntent, tidyChange } from "./tidy.ts";
import { changeEntry, limitsOnDisk, listOnDisk } from "./update.ts";
import { Unusable } from "./yaml-file.ts";

/** A file's new text, what it is read as, and the intent as it stands in it. */
export interface Changed {
  text: string;
  parsed: Parsed;
  intent: Intent;
}

const editorOf = (parsed: Parsed): Editor => ({ text: parsed.text, layout: layoutOf(parsed) });
const intentsOf = (parsed: Parsed): Intent[] => parsed.entries.map((entry) => entry.intent);

/** Changes the named fields of one intent, one after the other: no edit has to know of another. */
export function withChange(parsed: Parsed, file: string, id: string, asked: Change): Changed {
  let now = parsed;
  for (const change of steps(tidyChange(asked))) {
    const intents = intentsOf(now);
    const entry = entryOf(now, id);
    const next = changedIntent(entry.intent, change);
    const expected = intents.map((intent) => (intent.id === id ? next : intent));
    now = made(now, file, next, expected, () => changeEntry(editorOf(now), now.entries, entry, change));
  }
  return { text: now.mark + now.text, parsed: now, intent: entryOf(now, id).intent };
}

/** A change as changes of one field each. Status and proposal are one field in the file. */
function steps({ status, proposed, ...rest }: Change): Change[] {
  const standing = { ...(status === undefined ? {} : { status }), ...(proposed === undefined ? {} : { proposed }) };
  const fields = Object.entries(rest).map(([field, value]): Change => ({ [field]: value }));
  return [standing, ...fields].filter((change) => Object.keys(change).length > 0);
}

function entryOf(parsed: Parsed, id: string): Entry {
  const entry = parsed.entries.find((item) => item.intent.id === id);
  if (entry === undefined)
    throw unknownIntent(
      id,
      intentsOf(parsed).map((intent) => intent.id),
    );
  return entry;
}

/** Adds an intent behind the others, in the shape the file has. */
export function withNew(parsed: Parsed, file: string, asked: NewIntent): Changed {
  const intents = intentsOf(parsed);
  const id = newId(
    asked.id,
    intents.map((intent) => intent.id),
  );
  const intent = freshIntent(id, asked);
  const now = made(parsed, file, intent, [...intents, intent], () => addEntry(editorOf(parsed), parsed, intent));
  return { text: now.mark + now.text, parsed: now, intent };
}

/**
 * Makes the splices and reads the result back: a change counts only when it did what was asked and nothing else.
 * What cannot be written so (values shared through anchors) is left to a person.
 */
function made(parsed: Parsed, file: string, intent: Intent, expected: Intent[], edit: () => Splice[]): Parsed {
  try {
    const text = parsed.mark + splice(parsed.text, edit());
    const now = parseIntents(new TextEncoder().encode(text));
    if (isDeepStrictEqual(intentsOf(now), expected)) return now;
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
  }
  const line = parsed.entries.find((entry) => entry.intent.id === intent.id)?.line;
  const where = line === undefined ? "" : ` (line ${line})`;
  const reason = `Writ cannot write intent ${intent.id}${where} without touching something else; please edit the file by hand`;
  throw fail("SIDECAR_INVALID", { file, reason });
}

/** The entry as it is written: what is empty is left out, except the scope, which a person will want to see. */
function valueFor(parsed: Parsed, intent: Intent, withId: boolean): { [key: string]: Value } {
  const key = (field: Field) => keyFor(parsed.entries, field);
  const lists = listFields.map((field) => [field, listOnDisk(intent, field)] as const);
  return Object.fromEntries<Value>([
    ...(withId ? [[key("id"), intent.id] as const] : []),
    [key("name"), intent.name],
    [key("status"), intent.status],
    ...lists
      .filter(([field, items]) => field === "ownedScope" || items.length > 0)
      .map(([field, items]) => [key(field), items] as const),
    ...(intent.quick === undefined ? [] : [[key("quick"), limitsOnDisk(intent.quick)] as const]),
  ]);
}

function addEntry(editor: Editor, parsed: Parsed, intent: Intent): Splice[] {
  const { place, text } = parsed;
  const { layout } = editor;
  const entry = valueFor(parsed, intent, true);
  if (place.kind === "by-id") return addPair(editor, place.node, intent.id, valueFor(parsed, intent, false));
  if (place.kind === "empty") return setValue(editor, place.pair, [entry], place.inFlow);
  if (place.kind === "none") {
    if (place.root !== null) return addPair(editor, place.root, "active_intents", [entry]);
    return [insertLines(text, text.length, blockPair("active_intents", [entry], layout), layout.eol)];
  }
  const { node, pair, inFlow } = place;
  if (!node.flow) return addItems(editor, node, [block(entry, layout)], layout.spaced);
  const [start = 0, end = 0] = node.range ?? [];
  const isEmpty = /^\[\s*\]$/.test(text.slice(start, end));
  if (inFlow || !isEmpty) return addToFlow(node, flow(entry, layout.quotes));
  if (pair !== null) return setValue(editor, pair, [entry], inFlow);
  return [{ start, end, text: block([entry], layout).join(layout.eol) }];
}

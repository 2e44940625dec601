import type { Change, Edit, Effect, EffectOp } from "@writ/contracts";
import { parsePatch, toEffects } from "../patch/effects.ts";
import { parseRooFiles, parseSearchReplace } from "../patch/search-replace.ts";
import { field, type Input, isOn, isRecord, text, texts } from "./input.ts";
import { folderKeys, itemsIn, pathKeys, pathsIn, strayPath } from "./paths.ts";

/** The effects of a call, or why it cannot be understood. */
type EffectsRead = { effects: Effect[] } | { invalid: string };
export type EffectsReader = (input: Input) => EffectsRead;

// Not `code` of VS Code's insert_edit_into_file: it leaves out what stays as it is.
const contentKeys = ["content", "file_text", "fileText", "contents", "newCode"];
const oldKeys = ["old_string", "oldString", "old_str", "oldText", "old_text", "search", "old"];
const newKeys = [
  "new_string",
  "newString",
  "new_str",
  "newText",
  "new_text",
  "replace",
  "new_source",
  "insert_text",
  "new",
];
const allKeys = ["replace_all", "replaceAll", "allow_multiple", "all"];

/** Writes and edits in every spelling: whole content, pairs of old and new, an insertion, or lists of these. */
export function fileChanges(op: EffectOp = "modify"): EffectsReader {
  return (input) => {
    const top = pathsIn(input);
    const items = itemsIn(input);
    if ("invalid" in top) return top;
    if ("invalid" in items) return items;
    const effects: Effect[] = [];
    const shared: Edit[] = [];
    for (const item of items) {
      const own = pathsIn(item);
      if ("invalid" in own) return own;
      const change = changeOf(item);
      if (change !== null && "invalid" in change) return change;
      if (own.length > 0) effects.push(...onEach(own, op, change));
      else if (change?.kind === "edits") shared.push(...change.edits);
      else return { invalid: "a change in the list names no file" };
    }
    const change = changeOf(input);
    if (change !== null && "invalid" in change) return change;
    const edits = [...(change?.kind === "edits" ? change.edits : []), ...shared];
    effects.push(...onEach(top, op, edits.length > 0 ? { kind: "edits", edits } : change));
    return checked(input, effects);
  };
}

/** Removes the files it names. */
export const deletions: EffectsReader = (input) => {
  const top = pathsIn(input, [...pathKeys, ...folderKeys]);
  const items = itemsIn(input);
  if ("invalid" in top) return top;
  if ("invalid" in items) return items;
  const nested = items.map((item) => pathsIn(item));
  const broken = nested.find((paths) => "invalid" in paths);
  if (broken !== undefined && "invalid" in broken) return broken;
  return checked(
    input,
    onEach([...top, ...nested.flatMap((paths) => ("invalid" in paths ? [] : paths))], "delete", null),
  );
};

/** Makes the folders it names. */
export const folders: EffectsReader = (input) => {
  const paths = pathsIn(input, [...pathKeys, ...folderKeys]);
  return "invalid" in paths ? paths : checked(input, onEach(paths, "create", null));
};

const sourceKeys = ["source", "src", "from", "old_path", "oldPath", "from_path", "source_path", "path"];
const targetKeys = ["destination", "dest", "to", "new_path", "newPath", "to_path", "destination_path"];

/** Moves one file. */
export const moves: EffectsReader = (input) => {
  const from = pathsIn(input, sourceKeys);
  const to = pathsIn(input, targetKeys);
  if ("invalid" in from) return from;
  if ("invalid" in to) return to;
  const [source, ...sources] = from;
  const [target, ...targets] = to;
  if (source === undefined || target === undefined || sources.length > 0 || targets.length > 0) {
    return { invalid: "a move needs one source and one target" };
  }
  return checked(input, [{ op: "rename", path: target, from: source, certainty: "exact" }]);
};

const patchKeys = ["patch", "patchText", "patch_text", "diff", "input", "command"];

/** A patch or diff in any of the formats agents use, with or without a path beside it. */
export const patches: EffectsReader = (input) => {
  const paths = pathsIn(input);
  if ("invalid" in paths) return paths;
  const args = text(input, ["args"]);
  const listed = itemsIn(input);
  if ("invalid" in listed) return listed;
  const effects: Effect[] = [];
  for (const { path, diff } of [...rooItems(listed), ...(args === undefined ? [] : rooFiles(args))]) {
    const read =
      path === null || diff === null ? { invalid: "a file of the list has no path or diff" } : onFile(path, diff);
    if ("invalid" in read) return read;
    effects.push(...read.effects);
  }
  for (const patch of texts(input, patchKeys)) {
    const read = readPatch(patch, paths);
    if ("invalid" in read) return read;
    effects.push(...read.effects);
  }
  const named = new Set(effects.flatMap(({ path, from }) => [path, from]));
  effects.push(
    ...onEach(
      paths.filter((path) => !named.has(path)),
      "modify",
      null,
    ),
  );
  return checked(input, effects);
};

function readPatch(patch: string, paths: readonly string[]): EffectsRead {
  if (/^<{7,9} SEARCH/m.test(patch)) {
    const [path, ...more] = paths;
    return path === undefined || more.length > 0 ? { invalid: "a diff without one path" } : onFile(path, patch);
  }
  const read = parsePatch(patch);
  return read.ok ? { effects: toEffects(read.files) } : { invalid: read.reason };
}

function onFile(path: string, diff: string): EffectsRead {
  const read = parseSearchReplace(diff);
  if (!read.ok) return { invalid: read.reason };
  return { effects: onEach([path], "modify", { kind: "edits", edits: read.edits }) };
}

interface RooItem {
  path: string | null;
  diff: string | null;
}

function rooItems(items: readonly Input[]): RooItem[] {
  return items.map((item) => {
    const diff = field(item, "diff");
    const parts = (Array.isArray(diff) ? diff : [diff]).map((part) =>
      typeof part === "string" ? part : isRecord(part) ? (text(part, ["content"]) ?? null) : null,
    );
    const paths = pathsIn(item);
    const path = "invalid" in paths || paths.length !== 1 ? null : (paths[0] ?? null);
    return { path, diff: parts.includes(null) ? null : parts.join("\n") };
  });
}

function rooFiles(xml: string): RooItem[] {
  const read = parseRooFiles(xml);
  return read.ok ? read.files : [{ path: null, diff: null }];
}

/** What an object says about one file's new content; `null` when it does not say. */
function changeOf(input: Input): Change | { invalid: string } | null {
  const contents = texts(input, contentKeys);
  const olds = texts(input, oldKeys);
  const news = texts(input, newKeys);
  if (contents.length > 1 || olds.length > 1 || news.length > 1) {
    return { invalid: "it gives the same thing in two different ways" };
  }
  const [old, fresh, content] = [olds[0], news[0], contents[0]];
  if (old !== undefined) {
    if (fresh === undefined) return { invalid: "an edit says what to replace, but not by what" };
    return { kind: "edits", edits: [{ old, new: fresh, ...(isOn(input, allKeys) && { all: true }) }] };
  }
  const inserts = field(input, "insert_line") !== undefined || field(input, "insertLine") !== undefined;
  if (content !== undefined && !inserts) return { kind: "content", content };
  const added = fresh ?? content;
  if (added === undefined) return null;
  // Cline's editor writes the whole file when it is given only a new text.
  if (!inserts && Object.hasOwn(input, "new_text")) return { kind: "content", content: added };
  return {
    kind: "patch",
    patch: added
      .split("\n")
      .map((line) => `+${line}`)
      .join("\n"),
  };
}

function onEach(paths: readonly string[], op: EffectOp, change: Change | null): Effect[] {
  return paths.map((path) => ({ op, path, certainty: "exact", ...(change !== null && { change }) }));
}

/** A call that changes files must name them all where we look for them. */
function checked(input: Input, effects: Effect[]): EffectsRead {
  if (effects.length === 0) return { invalid: "it names no file" };
  const known = new Set(effects.flatMap(({ path, from }) => [path ?? "", from ?? ""]));
  const stray = strayPath(input, known);
  return stray === null ? { effects } : { invalid: "it names a file in an unexpected place" };
}

import type { HookRequest } from "../hook/request.ts";

/** A hook's question as the shim sends it. */
export interface Asked extends HookRequest {
  readonly ask: string;
  readonly root: string;
  /** The payload itself, or the name of the file a long one was put into. */
  readonly payload: { readonly inline: Buffer } | { readonly file: string };
}

const fieldCount = 9;

/** Longer than any header and short payload: whoever sends more speaks something else. */
export const largestRequest = 64 * 1024;

/** Reads the fields, each ended by a NUL byte; `null` until all are there, `undefined` when they make no sense. */
export function parseRequest(bytes: Buffer): Asked | null | undefined {
  const fields: Buffer[] = [];
  let from = 0;
  while (fields.length < fieldCount) {
    const end = bytes.indexOf(0, from);
    if (end === -1) return null;
    fields.push(bytes.subarray(from, end));
    from = end + 1;
  }
  const [ask = "", root = "", agent = "", event = "", cwd = "", parent, marks = "", how] = fields.map(String);
  const payload = fields[8];
  if (payload === undefined || (how !== "inline" && how !== "file")) return undefined;
  return {
    ask,
    root,
    agent,
    event: event === "" ? undefined : event,
    cwd,
    project: root,
    parent: Number(parent),
    marks: parseMarks(marks),
    payload: how === "inline" ? { inline: payload } : { file: String(payload) },
  };
}

function parseMarks(text: string): Record<string, string> {
  const pairs = text.split("\n").filter((line) => line !== "");
  return Object.fromEntries(pairs.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

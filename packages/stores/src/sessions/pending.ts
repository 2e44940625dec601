import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, type PendingCall } from "@writ/contracts";
import { errorCode, storeFailed } from "../failure.ts";
import { isRecord, isStrings, jsonText, makeFolder, namesIn, quarantine, sumOf, valueIn } from "../state/json-file.ts";
import { fileNameOf } from "../state/names.ts";
import { sealOf } from "../state/sealing.ts";
import { isMissing, statePath } from "../state/sidecar.ts";
import { isPendingCall } from "./check.ts";
import { isDerived } from "./derived.ts";

/** A pending call with the bytes its files had. */
export interface Taken {
  call: PendingCall;
  copies: Record<string, Uint8Array>;
}

/** What `call.json` holds: the call, and the paths whose bytes are in `0`, `1`, … beside it. */
interface Kept {
  call: PendingCall;
  copies: string[];
  /** Of each copy, so that a flipped bit is noticed. */
  sums?: string[];
}

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  isPendingCall(value.call) &&
  isStrings(value.copies) &&
  (value.sums === undefined || isStrings(value.sums));

/** A pending call may be a permit, or the answer to a question. */
const keptIn = (state: string, path: string): Kept | null => valueIn(path, isKept, sealOf(state, path));

const sumOfBytes = (bytes: Uint8Array = new Uint8Array()): string =>
  sumOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1"));

/** What a rename onto a folder that is there says; Windows has other words for it. */
const occupied = new Set(["ENOTEMPTY", "EEXIST", ...(process.platform === "win32" ? ["EPERM", "EACCES"] : [])]);

/** How often a place in line is tried for. Each time somebody else got it, which does not go on for long. */
const attempts = 1000;

/** Names that begin with a dot are on their way in or out, and nobody's pending call. */
let drafts = 0;
function passing(folder: string): string {
  drafts += 1;
  return join(folder, `.${process.pid}-${process.hrtime.bigint()}-${drafts}`);
}

const folderOf = (state: string, session: string) => statePath(state, "pending", fileNameOf(session));

/** The places of calls with this id, oldest first: equal calls without an id of their own stand in line. */
function placesOf(folder: string, callId: string): number[] {
  const prefix = `${fileNameOf(callId)}.`;
  const places = namesIn(folder).flatMap((name) =>
    name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : [],
  );
  return places.filter(Number.isInteger).sort((a, b) => a - b);
}

const placeOf = (folder: string, callId: string, place: number) => join(folder, `${fileNameOf(callId)}.${place}`);

/** Moves a folder; `false` when somebody else was faster. */
function move(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (isMissing(error) || occupied.has(errorCode(error) ?? "")) return false;
    throw storeFailed("move", from, error);
  }
}

/** Keeps a call until it ends. It appears with all its copies in one move. */
export function putPending(state: string, call: PendingCall, copies: Readonly<Record<string, Uint8Array>>): void {
  const folder = folderOf(state, call.session);
  const draft = passing(folder);
  makeFolder(draft);
  const paths = Object.keys(copies);
  try {
    for (const [index, path] of paths.entries()) writeFileSync(join(draft, String(index)), copies[path] ?? "");
    const kept: Kept = { call, copies: paths, sums: paths.map((path) => sumOfBytes(copies[path])) };
    const file = join(draft, "call.json");
    writeFileSync(file, jsonText(kept, sealOf(state, file)));
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw storeFailed("keep the pending call in", folder, error);
  }
  // A call with an id of its own nearly always finds its place free, and need not look who else is there.
  if (!isDerived(call.callId) && move(draft, placeOf(folder, call.callId, 0))) return;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const places = placesOf(folder, call.callId);
    // The same call once more is a retry, and replaces; an equal call of an agent that gives no ids is another one.
    if (!isDerived(call.callId)) for (const place of places) drop(placeOf(folder, call.callId, place), folder);
    const next = isDerived(call.callId) ? (places.at(-1) ?? -1) + 1 : 0;
    if (move(draft, placeOf(folder, call.callId, next))) return;
  }
  rmSync(draft, { recursive: true, force: true });
  throw fail("STORE_FAILED", { action: "keep a pending call", reason: `there is no room for it in ${folder}` });
}

function drop(path: string, folder: string): void {
  const aside = passing(folder);
  if (move(path, aside)) rmSync(aside, { recursive: true, force: true });
}

/** Takes the oldest pending call of this id out. Of several who try, one gets it: a rename happens once. */
export function takePending(state: string, session: string, callId: string): Taken | null {
  const folder = folderOf(state, session);
  for (const place of placesOf(folder, callId)) {
    const aside = passing(folder);
    if (!move(placeOf(folder, callId, place), aside)) continue;
    const taken = readTaken(state, aside);
    if (taken !== null) {
      rmSync(aside, { recursive: true, force: true });
      return taken;
    }
    quarantine(state, aside);
  }
  return null;
}

function readTaken(state: string, folder: string): Taken | null {
  const kept = keptIn(state, join(folder, "call.json"));
  if (kept === null) return null;
  try {
    const copies = kept.copies.map((path, index): [string, Uint8Array] => [
      path,
      readFileSync(join(folder, String(index))),
    ]);
    if (kept.sums?.some((sum, index) => sum !== sumOfBytes(copies[index]?.[1])) === true) return null;
    // From entries, not by assignment: a file may be called __proto__.
    return { call: kept.call, copies: Object.fromEntries(copies) };
  } catch (error) {
    if (isMissing(error)) return null;
    throw storeFailed("read the pending call in", folder, error);
  }
}

/** Every pending call, oldest first. */
export function listPending(state: string): PendingCall[] {
  const top = statePath(state, "pending");
  const found = namesIn(top).flatMap((session) =>
    namesIn(join(top, session)).flatMap((name) => {
      const place = Number(/\.(\d+)$/.exec(name)?.[1] ?? Number.NaN);
      const kept = name.startsWith(".") ? null : keptIn(state, join(top, session, name, "call.json"));
      return kept === null ? [] : [{ call: kept.call, place }];
    }),
  );
  found.sort((a, b) => compare(a.call.at, b.call.at) || a.place - b.place || compare(a.call.callId, b.call.callId));
  return found.map(({ call }) => call);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

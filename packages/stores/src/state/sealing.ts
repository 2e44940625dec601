import { lstatSync } from "node:fs";
import { basename, relative, sep } from "node:path";
import { crypto } from "../crypto.ts";
import { valueIn } from "./json-file.ts";
import { statePath } from "./sidecar.ts";

/** Gives what a text is sealed with; `null` where the installation has no key yet. */
export type Seal = (body: string) => string | null;

const isKey = (value: unknown): value is string => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

/** The keys that were read, by their files. Only a way not to read again what no one touched. */
const known = new Map<string, { stamp: string; key: string | null }>();

export const keyFile = (state: string): string => statePath(state, "alarms-key.json");

/** The key of an installation; `null` before Writ first compared the guard's files. */
export function keyOf(state: string): string | null {
  const path = keyFile(state);
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const { ino, size, mtimeMs, ctimeMs } = stats;
  const stamp = `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  const last = known.get(path);
  if (last?.stamp === stamp) return last.key;
  const key = valueIn(path, isKey);
  known.set(path, { stamp, key });
  return key;
}

/** A seal over a text: only Writ has a reason to work it out. */
export const sealedWith = (key: string, text: string): string =>
  crypto().createHmac("sha256", key).update(text).digest("hex");

/** What of the state opens something, or says whose a change is. */
export const sealedPlaces = [
  "compiled",
  "sessions",
  "pending",
  "spent",
  "guards",
  "snapshots",
  "snapshot.json",
] as const;

/**
 * Seals one file of the state under its place and its name, so that none can be passed off as another. A pending call
 * moves within its place.
 */
export function sealOf(state: string, path: string): Seal {
  const [place] = relative(state, path).split(sep);
  return (body) => {
    const key = keyOf(state);
    return key === null ? null : sealedWith(key, `${place}/${basename(path)}\n${body}`);
  };
}

/** The same for a file that may be anything of the state; `undefined` for what has no seal. */
export function sealIfAny(state: string, path: string): Seal | undefined {
  const [place] = relative(state, path).split(sep);
  return sealedPlaces.some((one) => one === place) ? sealOf(state, path) : undefined;
}

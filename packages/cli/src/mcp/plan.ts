import { join } from "node:path";
import type { Change, Effect, Facts, FileFact } from "@writ/contracts";
import { fail } from "@writ/contracts";
import { type Found, readFound, unreadable } from "./disk.ts";
import { editedText } from "./edit-text.ts";
import { fittedTo } from "./line-endings.ts";
import { addedText, patchedText } from "./patch-text.ts";

/** A file of the call: as it was judged, as it is on the disk, and as it shall be. */
export interface Entry {
  readonly path: string;
  readonly file: string;
  /** `null` when nothing is there. */
  readonly found: Found | null;
  bytes: Uint8Array | null;
  mode?: number;
  from?: string;
}

/** Larger files are not edited: whoever edits them has another tool for it. */
const largestText = 16 * 1024 * 1024;

const refused = (path: string, reason: string, fix: string) => fail("USAGE", { message: `${path} ${reason}`, fix });

/** Where a judged file lies. What was judged outside is never touched, also where nothing is refused but only observed. */
function fileOf(root: string, { path, place, reason, given, kind }: FileFact): string {
  if (place === "outside") throw fail("PATH_OUTSIDE_WORKSPACE", { path, ...(reason === undefined ? {} : { reason }) });
  if (place === "refused") throw fail("PAYLOAD_INVALID", { path, reason: `the path ${given}: ${reason ?? ""}` });
  if (kind === "directory" || kind === "special") throw refused(path, "is not a file.", "Name a file.");
  return place === "workspace" ? join(root, path) : join(path);
}

/** What the file held when it was judged; a file that was replaced since has no such hash any more. */
export function hashOf(fact: FileFact): string | null {
  try {
    return fact.hash;
  } catch (error) {
    throw unreadable(fact.path, error);
  }
}

function textOf({ path, bytes }: Entry): string {
  if (bytes === null) throw refused(path, "does not exist.", "Make it with write_file or *** Add File.");
  if (bytes.byteLength > largestText) throw refused(path, "is too large to edit.", "Write it as a whole, or leave it.");
  const fix = "Only text can be edited; a person can replace the file.";
  if (bytes.includes(0)) throw refused(path, "is a binary file.", fix);
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refused(path, "is not UTF-8 text.", fix);
  }
}

/** The text a file has, as far as it is one. */
function textIn(found: Found | null): string | null {
  if (found === null || found.bytes.byteLength > largestText) return null;
  return found.bytes.includes(0) ? null : found.bytes.toString("utf8");
}

/** What a call makes of its files, worked out before the first of them is touched. */
export class Plan {
  readonly #root: string;
  readonly #facts: Facts;
  readonly entries = new Map<string, Entry>();

  constructor(root: string, facts: Facts) {
    this.#root = root;
    this.#facts = facts;
  }

  #fact(given: string): FileFact {
    const fact = Object.hasOwn(this.#facts.files, given) ? this.#facts.files[given] : undefined;
    if (fact === undefined) throw new Error(`nobody looked up ${given}`);
    return fact;
  }

  #entry(given: string): Entry {
    const fact = this.#fact(given);
    const file = fileOf(this.#root, fact);
    const known = this.entries.get(file);
    if (known !== undefined) return known;
    const found = readFound(file, fact.path);
    const { path } = fact;
    const judged = hashOf(fact);
    const current = found?.hash ?? null;
    if (current !== judged) throw fail("STALE_FILE", { path, expected_hash: judged, current_hash: current });
    const entry: Entry = { path, file, found, bytes: found?.bytes ?? null };
    this.entries.set(file, entry);
    return entry;
  }

  /** A name that goes away must be the file itself: deleting a link would leave what was judged. */
  #leaving(given: string): Entry {
    const { entry, path } = this.#fact(given);
    if (entry !== undefined) throw refused(entry, `is a link to ${path}.`, `Name ${path} itself.`);
    return this.#entry(given);
  }

  /** Adds one effect, on top of those before. */
  add({ op, path, from, change }: Effect): void {
    if (path === null) throw fail("PAYLOAD_INVALID", { reason: "a change names no file" });
    if (op === "delete") this.#remove(path);
    else if (op === "rename") this.#move(from ?? path, path, change?.kind === "patch" ? change.patch : "");
    else this.#change(this.#entry(path), op, change);
  }

  #change(entry: Entry, op: Effect["op"], change: Change | undefined): void {
    switch (change?.kind) {
      case "content":
        entry.bytes = Buffer.from(fittedTo(textIn(entry.found), change.content));
        return;
      case "edits":
        entry.bytes = Buffer.from(editedText(textOf(entry), change.edits, entry.path));
        return;
      case "patch":
        entry.bytes = Buffer.from(
          op === "create" ? this.#added(entry, change.patch) : this.#patched(entry, change.patch),
        );
        return;
      case undefined:
        throw fail("PAYLOAD_INVALID", { reason: `it does not say what becomes of ${entry.path}` });
    }
  }

  #added(entry: Entry, body: string): string {
    if (entry.bytes !== null) throw refused(entry.path, "is there already.", "Change it with *** Update File.");
    return addedText(body);
  }

  #patched(entry: Entry, body: string): string {
    if (body.trim() === "") throw refused(entry.path, "is updated without a hunk.", "Say what changes in it.");
    return patchedText(textOf(entry), body, entry.path);
  }

  #remove(given: string): void {
    const entry = this.#leaving(given);
    if (entry.bytes === null) throw refused(entry.path, "does not exist.", "There is nothing to delete.");
    entry.bytes = null;
  }

  #move(from: string, to: string, body: string): void {
    const source = this.#leaving(from);
    const target = this.#entry(to);
    if (source === target) throw refused(source.path, "cannot be moved to itself.", "Leave the *** Move to out.");
    if (target.bytes !== null)
      throw refused(target.path, "is there already.", "Delete it first, or choose another name.");
    if (source.bytes === null) throw refused(source.path, "does not exist.", "Name the file as it is called now.");
    target.bytes = body.trim() === "" ? source.bytes : Buffer.from(patchedText(textOf(source), body, source.path));
    target.from = source.path;
    if (source.found !== null) target.mode = source.found.mode;
    source.bytes = null;
  }
}

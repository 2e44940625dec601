import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What differs between machines in the files of a repository, beside its own path. */
export interface Machine {
  readonly command: string;
  readonly checkout: string;
}

/** Where files name the machine. Writ keeps hashes and copies of some; no record in a ledger does. */
const local = ["/.orchestration/.state/", "/.git/"];
const copies = "/.orchestration/.state/undo/objects";

const named = ({ command, checkout }: Machine, root: string): [real: string, name: string][] => [
  [root, "@ROOT@"],
  // Where this writer of the ledger is at home. Elsewhere the working copy would count as a copy, and begin a chain of its own.
  [hashOf(root).slice(0, 32), "@PLACE@"],
  [command, "@COMMAND@"],
  [checkout, "@CHECKOUT@"],
  [process.execPath, "@NODE@"],
];

/** Packs a repository with its `.git` and everything git ignores. */
export function pack(root: string, archive: string, machine: Machine): void {
  const names = named(machine, root);
  rename(root, names);
  const left = textsBelow(root).filter(([, text]) => names.some(([real]) => text.includes(real)));
  if (left.length > 0) throw new Error(`These name this machine: ${left.map(([path]) => path).join(", ")}`);
  const who = ["--owner=0", "--group=0", "--numeric-owner", "--sort=name"];
  execFileSync("tar", ["-czf", archive, ...who, "-C", root, "."]);
}

/** Unpacks one into an empty folder, for the command and the Node of this machine. */
export function unpack(archive: string, root: string, machine: Machine): void {
  execFileSync("tar", ["-xzf", archive, "--no-same-owner", "-C", root]);
  rename(
    root,
    named(machine, root).map(([real, name]) => [name, real]),
  );
}

function rename(root: string, names: readonly (readonly [from: string, to: string])[]): void {
  const hashes = renameIn(root, names);
  if (hashes.length === 0) return;
  // A copy is found by its hash, and a file counts as changed when it has another one than Writ noted.
  for (const [from, to] of hashes) {
    const [old, now] = [from, to].map((hash) => join(root, copies, hash.slice(0, 2), hash.slice(2)));
    if (old === undefined || now === undefined || !existsSync(old)) continue;
    mkdirSync(dirname(now), { recursive: true });
    renameSync(old, now);
  }
  renameIn(root, hashes);
}

/** Replaces texts in the files that may name the machine. Gives the hashes of what was changed, before and after. */
function renameIn(root: string, names: readonly (readonly [from: string, to: string])[]): [from: string, to: string][] {
  return textsBelow(root).flatMap(([path, text]) => {
    const now = names.reduce((all, [from, to]) => all.replaceAll(from, to), text);
    if (now === text || !local.some((folder) => path.startsWith(root + folder))) return [];
    writeFileSync(path, now, "latin1");
    return [[hashOf(text), hashOf(now)] as [string, string]];
  });
}

const hashOf = (text: string): string => createHash("sha256").update(text, "latin1").digest("hex");

/** Every file as its bytes. Git's own objects are compressed, and hold what the work tree holds. */
function textsBelow(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path.endsWith("/.git/objects") ? [] : textsBelow(path);
    return entry.isFile() ? [[path, readFileSync(path, "latin1")]] : [];
  });
}

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BlameLine, DecisionKind, DecisionRecord, Unchained } from "@writ/contracts";
import { onTestFinished } from "vitest";
import { type Copy, newCopy, newPlace, openCopy } from "../../bench/blame/world.ts";

/** A working copy in which people and an agent write, and lines are asked about. */
export interface Bed extends Copy {
  folder: string;
  /** A person writes a file, or removes it. */
  put(path: string, lines: readonly string[] | null): void;
  /** The agent writes a file; gives the trace. */
  write(path: string, lines: readonly string[]): Promise<string>;
  move(from: string, to: string, rename: () => void): Promise<string>;
  commit(message?: string): Promise<void>;
  /** Who made each line, a trace by the name it is given here. */
  who(path: string, names?: Readonly<Record<string, string>>, revision?: string): Promise<string[]>;
  lines(path: string, revision?: string): Promise<BlameLine[]>;
}

/** A new repository; `git: false` for a folder without one. */
export async function openBed({ git = true }: { git?: boolean } = {}): Promise<Bed> {
  const { folder, remove } = newPlace();
  onTestFinished(remove);
  const root = join(folder, "work");
  const copy = await newCopy(root);
  if (!git) rmSync(join(root, ".git"), { recursive: true });
  return bedOf(copy, folder);
}

/** A clone of it: nothing but what is committed and published. */
export async function cloneBed(bed: Bed, ...options: string[]): Promise<Bed> {
  bed.git("clone", "-q", ...options, `file://${bed.root}`, join(bed.folder, "clone"));
  return bedOf(await openCopy(join(bed.folder, "clone")), bed.folder);
}

function bedOf(copy: Copy, folder: string): Bed {
  onTestFinished(() => copy.close());
  const lines = (path: string, revision?: string) => copy.writ.blame(path, revision === undefined ? {} : { revision });
  return {
    ...copy,
    folder,
    async write(path, content) {
      const text = content.map((line) => `${line}\n`).join("");
      return (await copy.call("write_to_file", { path, content: text }, () => copy.put(path, content))) ?? "none";
    },
    async move(from, to, rename) {
      return (await copy.call("move_file", { source: from, destination: to }, rename)) ?? "none";
    },
    async commit(message = "work") {
      copy.git("add", "-A");
      await copy.writ.publish();
      copy.git("commit", "-qm", message, "--no-verify");
    },
    lines,
    async who(path, names = {}, revision) {
      const byTrace = new Map(Object.entries(names).map(([name, trace]) => [trace, name]));
      return (await lines(path, revision)).map(({ author, trace }) =>
        author === "ai" ? (byTrace.get(trace ?? "") ?? "another") : author,
      );
    },
  };
}

/** On record, now: something that nobody claims happened to a file. */
export const unclaimed = (
  decision: DecisionKind,
  path: string,
  more: Partial<Unchained<DecisionRecord>> = {},
): Unchained<DecisionRecord> => ({
  id: "00000000-0000-4000-8000-00000000dddd",
  timestamp: new Date().toISOString(),
  decision,
  agent: "claude-code",
  session: "s",
  intent: null,
  paths: [path],
  metadata: {},
  ...more,
});

/** Writes bytes as they are. */
export function putBytes(root: string, path: string, bytes: string | Uint8Array): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

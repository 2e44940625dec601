// A repository with one long file that was changed very often, with a commit and a trace for every change.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Aftermath, FileContent, KnownLines, TraceRecord, Unchained } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { openTraceLedger } from "@writ/stores";
import { anEvent, aSession, aWrite, factsWith } from "@writ/testkit";
import { trace } from "../../packages/engine/src/steps/trace.ts";
import { objectId } from "../../packages/runtime/src/lineage/object-ids.ts";
import { dice } from "./dice.ts";

const lines = 10_000;
export const commits = 2_000;
export const path = "src/long.ts";

/** The versions of the file: every commit changes a few lines in one place, and sometimes adds or takes out some. */
function* versions(): Generator<string> {
  const roll = dice(7);
  const line = (name: string) => `  const value_${name} = compute(${roll.below(1_000_000)}, "${name}");`;
  let text = Array.from({ length: lines }, (_, at) => line(`start${at}`));
  yield `${text.join("\n")}\n`;
  for (let commit = 0; commit < commits; commit += 1) {
    const at = roll.below(text.length - 10);
    const added = Array.from({ length: 1 + roll.below(4) }, (_, nth) => line(`c${commit}_${nth}`));
    text = text.toSpliced(at, roll.below(5), ...added);
    yield `${text.join("\n")}\n`;
  }
}

const contentOf = (text: string): FileContent => ({
  hash: sha256(text),
  size: text.length,
  text,
  binary: false,
  blob: objectId(text, "sha1"),
});

/** The record of one change, made as the hooks make it. */
function recordOf(before: FileContent, after: FileContent, known: KnownLines | null, at: number) {
  let next = known;
  let made: Unchained<TraceRecord> | null = null;
  const aftermath: Aftermath = {
    call: aWrite(path),
    event: anEvent({ session: { id: `s${Math.floor(at / 50)}`, agent: "claude-code", model: "model" } }),
    facts: { ...factsWith(), session: aSession(), now: new Date(1_700_000_000_000 + at * 60_000).toISOString() },
    intent: `INT-${at % 20}`,
    pending: null,
    changed: [{ path, op: "modify", before, after }],
    raced: [],
    revision: "unknown",
    mutationClass: "INTENT_EVOLUTION",
    known: () => known,
    unwatched: false,
    pieces: [],
    hash: sha256,
    id: () => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
  };
  for (const write of trace.record(aftermath)) {
    if (write.kind === "trace") made = write.record;
    if (write.kind === "lines") next = write.known;
  }
  if (made === null) throw new Error("a change was not recorded");
  return { trace: made, known: next };
}

/** A repository with a commit and a trace for each version. */
export async function longHistory(): Promise<string> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-bench-")));
  const git = (...args: string[]) => spawnSync("git", args, { cwd: root });
  git("init", "-q", "-b", "main");
  const sidecar = join(root, ".orchestration");
  mkdirSync(join(sidecar, ".state"), { recursive: true });
  writeFileSync(join(sidecar, "active_intents.yaml"), "active_intents: []\n");
  const ledger = openTraceLedger({
    file: join(sidecar, "agent_trace.jsonl"),
    state: join(sidecar, ".state"),
    writer: async () => "b0b0b0b0b0b0",
  });
  const importer = spawn("git", ["fast-import", "--quiet"], { cwd: root, stdio: ["pipe", "ignore", "inherit"] });
  let before: FileContent | null = null;
  let known: KnownLines | null = null;
  let at = 0;
  for (const text of versions()) {
    const when = 1_700_000_000 + at * 60;
    const head = `commit refs/heads/main\ncommitter Bench <bench@example.org> ${when} +0000\ndata 4\nwork\n`;
    const body = `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
    if (!importer.stdin.write(head + body)) await once(importer.stdin, "drain");
    const after = contentOf(text);
    if (before !== null) {
      const made = recordOf(before, after, known, at);
      known = made.known;
      await ledger.append(made.trace);
    }
    before = after;
    at += 1;
  }
  importer.stdin.end();
  await once(importer, "close");
  await ledger.close();
  git("reset", "-q", "--hard");
  git("commit-graph", "write", "--reachable");
  return root;
}

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createWrit, type Verified } from "@writ/runtime";
import type { Bed } from "./scenarios/cli-bed.ts";
import { governed } from "./scenarios/harness.ts";

/** Where the records of a working copy are. */
export const tracesFile = ".orchestration/agent_trace.jsonl";
export const decisionsFile = ".orchestration/decisions.jsonl";

/** A session that writes files under INT-001, one after the other, through the engine. */
export async function works(bed: Pick<Bed, "root" | "put">, id: string, paths: readonly string[]): Promise<void> {
  const writ = await createWrit(bed.root);
  const session = { id, agent: "claude-code", model: "model-x" } as const;
  await writ.select(session, "INT-001", "library");
  for (const path of paths) {
    const content = `export const by = ${JSON.stringify(path)};\nexport const again = by;\n`;
    const request = { tool: "write_to_file", input: { path, content }, callId: `${id}-${path}` };
    const event = { at: new Date().toISOString(), session, cwd: bed.root, request };
    const { verdict } = await writ.before({ ...event, name: "tool.before" });
    if (verdict.kind !== "pass") throw new Error(JSON.stringify(verdict));
    await bed.put(path, content);
    await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
  }
  await writ.close();
}

/** A repository in which two sessions wrote three files each, and committed them with their records. */
export async function twoSessions(): Promise<Bed> {
  const bed = await governed();
  await works(bed, "S-ada-1", ["src/auth/a1.ts", "src/auth/a2.ts", "src/auth/a3.ts"]);
  await works(bed, "S-ada-2", ["src/auth/b1.ts", "src/auth/b2.ts", "src/auth/b3.ts"]);
  await commit(bed, "work");
  return bed;
}

/** Commits everything with its records, as the commit hook does it. */
export async function commit(bed: Pick<Bed, "git" | "root">, message: string): Promise<void> {
  bed.git("add", "--all");
  const writ = await createWrit(bed.root);
  await writ.publish();
  await writ.close();
  bed.git("commit", "--quiet", "--no-verify", "--message", message);
}

/** What `verify` says. That the command says the same is tested once; a process for each question takes long. */
export async function verified(bed: Pick<Bed, "root">): Promise<Verified> {
  const writ = await createWrit(bed.root);
  try {
    return await writ.verify();
  } finally {
    await writ.close();
  }
}

/** Changes the lines of a file of the sidecar behind Writ's back. */
export function tamper(bed: Pick<Bed, "root">, file: string, change: (lines: string[]) => string[]): void {
  const path = join(bed.root, file);
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  writeFileSync(path, `${change(lines).join("\n")}\n`);
}

/** The lines of a file. */
export const linesOf = (bed: Pick<Bed, "root">, file: string): string[] =>
  readFileSync(join(bed.root, file), "utf8").trimEnd().split("\n");

/** The one published file of the last commit. */
export const publishedFile = (bed: Pick<Bed, "git">): string =>
  bed.git("ls-tree", "-r", "--name-only", "HEAD", ".orchestration/ledger/").split("\n")[0] ?? "";

/** The one published file that the next commit will bring. */
export const stagedFile = (bed: Pick<Bed, "git">): string =>
  bed.git("diff", "--cached", "--name-only", "--diff-filter=A", "--", ".orchestration/ledger").split("\n")[0] ?? "";

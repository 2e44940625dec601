import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Bed, command, copyOf, firstCommit, ok } from "./cli-bed.ts";

/** One thing the doctor says. */
interface Finding {
  readonly level: "ok" | "note" | "warning" | "error";
  readonly about: string;
  readonly message: string;
  readonly fix?: string;
  readonly agent?: string;
}

/** What `writ doctor --json` says, and how it ends. */
export interface Diagnosis {
  readonly code: number | null;
  readonly ok: boolean;
  readonly findings: readonly Finding[];
  readonly agents: readonly {
    readonly agent: string;
    readonly wired: string;
    readonly trusted: string;
    readonly firing: string;
    readonly last_seen: string | null;
    readonly mcp: string;
    readonly tools: number | null;
  }[];
  /** What must be mended, and what is worth a look. */
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Reads what the doctor printed. */
export function parseDiagnosis({ code, out }: { readonly code: number | null; readonly out: string }): Diagnosis {
  const said: Pick<Diagnosis, "ok" | "findings" | "agents"> = JSON.parse(out);
  const ofLevel = (level: Finding["level"]) => said.findings.filter((finding) => finding.level === level);
  return { code, ...said, errors: ofLevel("error"), warnings: ofLevel("warning") };
}

/** Asks the doctor. */
export async function diagnose(
  bed: Bed,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Diagnosis> {
  return parseDiagnosis(await bed.writ(["doctor", "--json", ...args], { env }));
}

/** A repository in which `writ init` has wired agents; each of them seems to be on this machine. */
export async function wired(...agents: readonly string[]): Promise<Bed> {
  const names = agents.join(",");
  const bed = await copyOf(`wired ${names}`, async (made) => {
    await firstCommit(made);
    await ok(made.writ(["init", "--yes", "--agent", names, "--intent-name", "Login", "--scope", "src/auth/**"]));
    made.git("add", "--all");
    made.git("commit", "--quiet", "--no-verify", "--message", "guarded");
  });
  for (const agent of agents) mkdirSync(join(homeOf(bed), homes[agent] ?? `.${agent}`), { recursive: true });
  return bed;
}

const homes: Readonly<Record<string, string>> = {
  "claude-code": ".claude",
  opencode: ".config/opencode",
  droid: ".factory",
};

export const homeOf = (bed: Bed): string => bed.env.HOME ?? "";

/** Has hooks answered by another script, which may hand on to the real command with `go()`. */
export function answerWith(bed: Bed, script: string): void {
  const file = join(homeOf(bed), "other-writ.cjs");
  writeFileSync(file, `const go = () => require(${JSON.stringify(command)});\n${script}\n`);
  writeFileSync(join(bed.root, ".orchestration", ".state", "command"), `${process.execPath}\n${file}\n`);
}

/** Puts something after what a file holds. */
export function append(bed: Bed, path: string, text: string): void {
  appendFileSync(join(bed.root, path), text);
}

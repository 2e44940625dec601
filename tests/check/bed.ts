import type { CheckFinding, CheckReport } from "@writ/contracts";
import { expect } from "vitest";
import { type Bed, folder, ok, type Said } from "../scenarios/cli-bed.ts";
import { type Conversation, governed, startAgent } from "../scenarios/harness.ts";

/** Two intents: one to work on, one for elsewhere. */
export const intents = `active_intents:
  - id: INT-001
    name: Login
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
  - id: INT-002
    name: Billing
    status: IN_PROGRESS
    owned_scope: ["src/billing/**"]
`;

/** A repository with a branch that an agent works on. */
export interface Work {
  readonly bed: Bed;
  /** An agent that has taken up INT-001. */
  readonly claude: Conversation;
  commit(message?: string): string;
  /** Checks as a build server does: in a fresh clone, with nothing but what is committed. */
  check(args?: readonly string[], env?: Readonly<Record<string, string>>): Promise<Said>;
  report(): Promise<CheckReport>;
}

/** Starts work on a branch `feature` that left `main`. */
export async function startWork(
  files: Readonly<Record<string, string>> = { "src/auth/login.ts": "export const login = 1;\n" },
  options: { readonly intents?: string; readonly config?: string } = {},
): Promise<Work> {
  const bed = await governed(files, { intents, ...options });
  bed.git("switch", "--quiet", "--create", "feature");
  const claude = startAgent(bed).session("s-1");
  await claude.select("INT-001");
  const commit = (message = "work") => {
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", message);
    return bed.git("rev-parse", "HEAD");
  };
  const check: Work["check"] = async (args = [], env = {}) => {
    const clone = await cloneOf(bed);
    return clone.writ(["check", ...args], { env });
  };
  const report = async (): Promise<CheckReport> => {
    const { out, err, code } = await check(["origin/main..HEAD", "--json"], { WRIT_DEBUG: "1" });
    expect([0, 1], err).toContain(code);
    const read: CheckReport = JSON.parse(out);
    expect(read.ok, `the exit code says the same ${err}`).toBe(code === 0);
    return read;
  };
  return { bed, claude, commit, check, report };
}

/** A clone as a build server makes it. */
export async function cloneOf(bed: Bed, ...args: readonly string[]): Promise<Bed> {
  const clone = await folder();
  clone.git("clone", "--quiet", ...args, `file://${bed.root}`, ".");
  // As a server has it: what others are compared with is the main branch.
  clone.git("remote", "set-head", "origin", "main");
  return clone;
}

/** The findings of one rule. */
export const ofRule = ({ findings }: CheckReport, rule: CheckFinding["rule"]): CheckFinding[] =>
  findings.filter((finding) => finding.rule === rule);

/** The rules that were found to be broken, each once. */
export const rulesOf = ({ findings }: CheckReport): string[] => [...new Set(findings.map(({ rule }) => rule))].sort();

/** Where the one published file of a commit is, from the root. */
export function ledgerFile(bed: Bed, revision: string): string {
  const files = bed.git("ls-tree", "-r", "--name-only", revision, ".orchestration/ledger/").split("\n");
  expect(files).toHaveLength(1);
  return files[0] ?? "";
}

export { ok };

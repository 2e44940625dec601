import { ProblemError } from "@writ/contracts";
import { defineCommand } from "../command.ts";
import { agent } from "../doctor/agent.ts";
import { commitHook } from "../doctor/commit-hook.ts";
import { type Check, error, type Finding } from "../doctor/finding.ts";
import { machine } from "../doctor/machine.ts";
import { chain, pending, tail } from "../doctor/records.ts";
import { config, folder, ignoreRules, intents, locks } from "../doctor/sidecar.ts";
import type { Context } from "../io.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "doctor",
  summary: "Check the setup, and say what mends it",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["doctor", "each finding with the command that mends it"],
    ["doctor --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const root = await context.findRoot();
    const findings = [...(await machine(root ?? context.cwd, context)), ...(await examine(root, context))];
    const sick = findings.some(({ level }) => level === "error");
    if (json) context.print(JSON.stringify({ ok: !sick, root, findings }, null, 2));
    else for (const finding of findings) tell(finding, context);
    return sick ? 1 : 0;
  },
});

/** What is looked at, in this order. */
const checks: readonly Check[] = [folder, locks, intents, config, ignoreRules, commitHook, agent, tail, chain, pending];

async function examine(root: string | null, context: Context): Promise<Finding[]> {
  if (root === null)
    return [error("sidecar", `There is no .orchestration/ in ${context.cwd} or above it.`, "Run: writ init")];
  const findings: Finding[] = [];
  for (const check of checks) {
    try {
      findings.push(...(await check(root, context)));
    } catch (fault) {
      // One thing that cannot be looked at must not hide the others, and is told once.
      const finding = toFinding(fault);
      if (findings.every(({ message }) => message !== finding.message)) findings.push(finding);
    }
    // Behind a link nothing can be relied upon.
    if (check === folder && findings.some(({ level }) => level === "error")) return findings;
  }
  return findings;
}

function toFinding(fault: unknown): Finding {
  if (fault instanceof ProblemError) return error("sidecar", fault.problem.message, fault.problem.hint);
  const message = fault instanceof Error ? fault.message : String(fault);
  return error("doctor", message, "Mend what is named above first, then look again.");
}

function tell({ level, about, message, fix }: Finding, { print, paint }: Context): void {
  const mark = { ok: paint.green("ok     "), warning: paint.yellow("warning"), error: paint.red("error  ") }[level];
  print(`${mark}  ${about}: ${visible(message)}`);
  if (fix !== undefined) print(`         ${paint.bold("->")} ${visible(fix)}`);
}

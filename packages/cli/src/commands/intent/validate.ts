import { isAbsolute, relative } from "node:path";
import type { IntentFinding } from "@writ/contracts";
import { defineCommand } from "../../command.ts";
import type { Context } from "../../io.ts";
import { placeOf } from "../../text/place.ts";
import { plural } from "../../text/table.ts";
import { visible } from "../../text/visible.ts";

export default defineCommand({
  name: "validate",
  summary: "Check active_intents.yaml",
  about: "Prints one finding a line as FILE:LINE: severity: message. Errors close the gate until they are mended.",
  who: "anyone",
  args: {},
  options: {},
  examples: [
    ["intent validate", "what is wrong, and where"],
    ["intent validate --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const writ = await context.openWrit();
    const read = await writ.intents.read();
    const findings = read.state === "missing" ? [] : allFindings(read);
    const ok = findings.every(({ severity }) => severity !== "error");
    if (json) context.print(JSON.stringify({ ok, findings }, null, 2));
    else {
      printFindings(".orchestration/active_intents.yaml", findings, context);
      const amount = read.state === "ok" ? plural(read.intents.length, "intent") : "no intents";
      if (ok) context.print(`${findings.length === 0 ? "Sound" : "Usable"}: ${amount}.`);
    }
    return ok ? 0 : 1;
  },
});

function allFindings(read: { state: "ok" | "invalid"; findings: IntentFinding[]; reason?: string }): IntentFinding[] {
  const { state, findings, reason = "" } = read;
  if (state === "ok" || findings.some(({ severity }) => severity === "error")) return findings;
  return [{ line: 0, severity: "error", message: reason }, ...findings];
}

/** One finding a line, as editors and scripts know it. */
export function printFindings(file: string, findings: readonly IntentFinding[], { print, paint, cwd }: Context): void {
  const shown = isAbsolute(file) ? relative(cwd, file) : file;
  for (const { line, severity, message } of findings) {
    const painted = severity === "error" ? paint.red(severity) : paint.yellow(severity);
    print(`${placeOf({ file: shown, line })}: ${painted}: ${visible(message)}`);
  }
}

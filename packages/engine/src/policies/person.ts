import type { Call, Facts, Verdict } from "@writ/contracts";
import { deny } from "./deny.ts";

/** Refuses the commands of Writ that only a person may give. Stays in force during a pause. */
export function personOnly({ command }: Pick<Call, "command">): Verdict | null {
  for (const reason of command?.reasons ?? []) {
    const verb = /\bperson-only:([\w-]+(?: [\w-]+)?)/.exec(reason)?.[1];
    if (verb !== undefined) return deny("PERSON_ONLY", { action: verb === "unknown" ? "writ" : `writ ${verb}` });
  }
  return null;
}

/** Refuses a command that a rule of the project's config denies. */
export function deniedByRule({ command }: Pick<Call, "command">, { config }: Pick<Facts, "config">): Verdict | null {
  for (const reason of command?.reasons ?? []) {
    const pattern = /^denied:(.+)$/s.exec(reason)?.[1];
    if (pattern === undefined) continue;
    const rule = config.commands.deny.find((one) => typeof one !== "string" && one.match.trim() === pattern);
    return deny("COMMAND_DENIED", { pattern, ...(typeof rule === "object" && { why: rule.why }) });
  }
  return null;
}

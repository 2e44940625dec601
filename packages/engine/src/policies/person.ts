import type { Call, Verdict } from "@writ/contracts";
import { deny } from "./deny.ts";

/** Refuses the commands of Writ that only a person may give. Stays in force during a pause. */
export function personOnly({ command }: Pick<Call, "command">): Verdict | null {
  for (const reason of command?.reasons ?? []) {
    const verb = /\bperson-only:([\w-]+(?: [\w-]+)?)/.exec(reason)?.[1];
    if (verb !== undefined) return deny("PERSON_ONLY", { action: verb === "unknown" ? "writ" : `writ ${verb}` });
  }
  return null;
}

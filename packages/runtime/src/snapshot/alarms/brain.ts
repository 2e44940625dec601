import type { Config, DecisionKind } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";

const teaching: ReadonlySet<DecisionKind> = new Set(["refused", "failed", "closed"]);

/** The shared brain, where lessons of refused calls or closed intents were written since: those are Writ's own writing. */
export async function brainIfWritten(
  { decisions }: Workspace,
  { brain }: Pick<Config, "brain">,
  since: string,
): Promise<string | null> {
  const recent = await decisions.last(50, { since });
  return recent.some(({ record }) => teaching.has(record.decision)) ? brain : null;
}

import type { Config } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";

/** The shared brain, where lessons of refused calls were written since: those are Writ's own writing. */
export async function brainIfWritten(
  { decisions }: Workspace,
  { brain }: Pick<Config, "brain">,
  since: string,
): Promise<string | null> {
  const recent = await decisions.last(50, { since });
  return recent.some(({ record }) => record.decision === "refused" || record.decision === "failed") ? brain : null;
}

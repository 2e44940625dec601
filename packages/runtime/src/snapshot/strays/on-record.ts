import type { TreeChange } from "@writ/contracts";
import { type Beginning, recordedSince } from "../../workspace/recorded-since.ts";
import type { Workspace } from "../../workspace/types.ts";

/** Of this many records of a file, some may have come during one call. */
const mostSince = 5;

/** Whether another call has recorded exactly this change, or is about to: then it is that call's. */
export async function isOnRecord(
  { traces, sessions }: Pick<Workspace, "traces" | "sessions">,
  { path, before, after }: Pick<TreeChange, "path"> & Record<"before" | "after", { hash: string } | null>,
  began: Beginning,
  own: string | null = null,
): Promise<boolean> {
  const pending = (await sessions.listPending()).filter(({ invocationId }) => invocationId !== own);
  if (pending.some(({ files }) => files.some((file) => file.path === path || file.from === path))) return true;
  const since = await recordedSince(traces, path, before?.hash ?? null, { most: mostSince, since: began });
  return since.some(({ metadata }) => {
    const meta = metadata?.files?.[path];
    return meta !== undefined && metadata?.invocation_id !== own && meta.after === (after?.hash ?? null);
  });
}

import type { TreeChange } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";

/** Whether another call has recorded exactly this change, or is about to: then it is that call's. */
export async function isOnRecord(
  { traces, sessions }: Pick<Workspace, "traces" | "sessions">,
  { path, after }: Pick<TreeChange, "path"> & { after: { hash: string } | null },
  since: string,
  own: string | null = null,
): Promise<boolean> {
  const pending = (await sessions.listPending()).filter(({ invocationId }) => invocationId !== own);
  if (pending.some(({ files }) => files.some((file) => file.path === path || file.from === path))) return true;
  const recent = await traces.last(5, { file: path, since });
  return recent.some(({ record }) => {
    const meta = record.metadata?.files?.[path];
    return meta !== undefined && record.metadata?.invocation_id !== own && meta.after === (after?.hash ?? null);
  });
}

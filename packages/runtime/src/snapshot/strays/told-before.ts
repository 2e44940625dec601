import type { SnapshotStore } from "@writ/contracts";
import { isSameKept } from "@writ/engine";
import type { Stray } from "./strays.ts";

/**
 * The strays nobody has heard of since a moment. What another call left so, or a person put back, is in a record
 * already; the records of `own` calls may not have been told.
 */
export async function notYetTold(
  strays: readonly Stray[],
  { since, own }: { since: string; own: ReadonlySet<string> },
  store: Pick<SnapshotStore, "listUndos">,
): Promise<Stray[]> {
  const records = (await store.listUndos()).filter(
    ({ at, invocation }) => at >= since && (invocation === undefined || !own.has(invocation)),
  );
  const files = records.flatMap((record) => record.files);
  const isTold = ({ change: { path, after } }: Stray) =>
    files.some(
      (file) =>
        file.path === path &&
        (file.after === null || after === null ? file.after === after : isSameKept(file.after, after)),
    );
  return strays.filter((stray) => !isTold(stray));
}

import type { LedgerProblem } from "@writ/contracts";
import { readPublished } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";

/** Published records that were erased here and stand here again: a merge, a reset or a revert brings them back. */
export async function returnedRecords({ paths, decisions }: Workspace): Promise<LedgerProblem[]> {
  const erased = new Set<string>();
  const hear = (pairs: readonly (readonly string[])[] = []): void => {
    for (const [line] of pairs) if (line !== undefined) erased.add(line);
  };
  for await (const { record } of decisions.read({}, () => {})) hear(record.erased);
  const published = () => readPublished(paths.published, {}, () => {});
  for await (const { record } of published()) if ("decision" in record) hear(record.erased);
  const files = new Map<string, { line: number; count: number }>();
  for await (const { record, hash, file, line } of published()) {
    // The line itself, or another copy of the same live line.
    const isErased = erased.has(hash) || erased.has(record.metadata.source ?? "");
    if (!isErased || "erased" in record.metadata) continue;
    const { line: first, count } = files.get(file) ?? { line, count: 0 };
    files.set(file, { line: first, count: count + 1 });
  }
  return [...files].map(([file, { line, count }]) => {
    const records = count === 1 ? "a record was" : `${count} records were`;
    return { file, line, reason: `${records} erased, and here again: run the same writ erase again` };
  });
}

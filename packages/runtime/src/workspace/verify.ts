import { relative, sep } from "node:path";
import type { VerifyReport } from "@writ/contracts";
import { listPublished, verifyFiles } from "@writ/stores";
import type { Workspace } from "./types.ts";

/** Checks the live ledgers and everything published. Files are named from the root. */
export async function verify({ root, paths }: Workspace): Promise<VerifyReport> {
  const published = await listPublished(paths.published);
  const { ok, records, problems } = await verifyFiles([paths.traces, paths.decisions, ...published]);
  const fromRoot = (file: string): string => relative(root, file).split(sep).join("/");
  return { ok, records, problems: problems.map((found) => ({ ...found, file: fromRoot(found.file) })) };
}

import { join, relative, sep } from "node:path";
import type { LedgerProblem, VerifyReport } from "@writ/contracts";
import { listPublished, verifyFiles } from "@writ/stores";
import { findUnfounded } from "./answers-on-record.ts";
import type { Workspace } from "./types.ts";

/** Checks the live ledgers, everything published, and that people's answers are on record. Files are named from the root. */
export async function verify(workspace: Workspace): Promise<VerifyReport> {
  const { root, paths } = workspace;
  const published = await listPublished(paths.published);
  const { records, problems } = await verifyFiles([paths.traces, paths.decisions, ...published]);
  const all = [...problems, ...(await answerProblems(workspace))];
  const fromRoot = (file: string): string => relative(root, file).split(sep).join("/");
  return { ok: all.length === 0, records, problems: all.map((found) => ({ ...found, file: fromRoot(found.file) })) };
}

async function answerProblems({ paths, grants, tickets, decisions }: Workspace): Promise<LedgerProblem[]> {
  const kept = { grants: await grants.list(), tickets: await tickets.list() };
  // Lines that cannot be read are told of already.
  const found = await findUnfounded(
    kept,
    decisions.read({}, () => {}),
  );
  return found.map(({ id, reason }) => {
    const folder = id.startsWith("G-") ? "grants" : "tickets";
    return { file: join(paths.state, folder, `${id}.json`), line: 1, reason };
  });
}

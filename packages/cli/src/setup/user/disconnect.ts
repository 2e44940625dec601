import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { mentionsWrit, wirings } from "@writ/adapters/wiring";
import { type Problem, ProblemError, type WiredFile } from "@writ/contracts";
import { userStateFolder } from "@writ/runtime";
import { readIfThere } from "../../files.ts";
import type { Context } from "../../io.ts";
import { filesOfPlaced } from "../agents.ts";
import { type Change, removeIfEmpty, sweepDrafts } from "../change.ts";
import { planFileRemoval } from "../file-removal.ts";
import { applyAll } from "../install.ts";
import { readRecordAt } from "../record.ts";
import { readShipped } from "../shipped.ts";
import { printChanges, toJson } from "../tell.ts";
import { problemToJson, tellProblem } from "../tell-agents.ts";
import { connectionsFile } from "./connect.ts";
import { disk, marks, shownAtHome, userFilesOf } from "./files.ts";

/** What helps where settings that call Writ cannot be edited. */
const hint = "Fix the file, or take out the entries that name .orchestration/writ.sh; then run: writ uninstall --user";

/** Takes Writ out of the settings of the user, each file as it was; gives the exit code. */
export async function disconnectUser(
  { dryRun, json }: { readonly dryRun: boolean; readonly json: boolean },
  context: Context,
): Promise<0 | 1> {
  const record = await readRecordAt(connectionsFile());
  const shipped = await readShipped(context);
  const files = Object.values(wirings).flatMap((wiring) => filesOfPlaced(userFilesOf(wiring, shipped, context)));
  const changes: Change[] = [];
  const found: Problem[] = [];
  for (const file of new Map(files.map((one) => [one.path, one])).values()) {
    const known = record?.wired.find(({ path }) => path === file.path) ?? null;
    try {
      const change = await planFileRemoval(disk, file, known);
      if (change !== null) changes.push(change);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (known !== null || (await isMentionedIn(file))) found.push(error.problem);
    }
  }
  if (!dryRun) found.push(...(await applyAll(changes)));
  const problems = found.map((problem) => ({ ...problem, hint }));
  if (!dryRun && problems.length === 0) {
    for (const { path } of record?.wired ?? []) await sweepDrafts(join(disk, path));
    const made = [...(record?.folders ?? [])].sort((one, other) => other.length - one.length);
    for (const folder of made) await removeIfEmpty(join(disk, folder));
    await forget();
  }
  const shown = changes.map((change) => ({ ...change, path: shownAtHome(change.path, context) }));
  if (json) {
    const said = { user: true, dry_run: dryRun, changes: shown.map(toJson), problems: problems.map(problemToJson) };
    context.print(JSON.stringify(said, null, 2));
  } else {
    if (changes.length === 0 && problems.length === 0)
      context.print("Nothing to do: no agent is connected in your own settings.");
    else if (changes.length > 0) context.print(`${dryRun ? "Would take" : "Took"} Writ out of your own settings:`);
    printChanges(shown, context);
    for (const problem of problems) tellProblem(problem, context);
  }
  return problems.length > 0 ? 1 : 0;
}

async function isMentionedIn({ path }: WiredFile): Promise<boolean> {
  const bytes = await readIfThere(join(disk, path)).catch(() => null);
  return bytes !== null && mentionsWrit(bytes.toString("utf8"));
}

/** Leaves nothing of the connections behind. */
async function forget(): Promise<void> {
  const all = marks();
  for (const { file } of all) await rm(file, { force: true });
  await removeIfEmpty(dirname(all[0]?.file ?? ""));
  await rm(connectionsFile(), { force: true });
  await removeIfEmpty(userStateFolder());
}

import { relative } from "node:path";
import { vouch } from "../answers.ts";
import type { ExitCode } from "../command.ts";
import type { Context } from "../io.ts";
import { placeOf } from "../text/place.ts";
import { withProgress } from "../text/progress.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

/** How many lines of one file are named. */
const mostNamed = 20;

/** Repairs what can be, and says what was done, what is missing, and what is left. */
export async function repairRecords(
  context: Context,
  { published, dryRun, json }: { published: boolean; dryRun: boolean; json: boolean },
): Promise<ExitCode> {
  const { print, paint } = context;
  const writ = await context.openWrit();
  const by = await vouch(writ, context);
  const done = await withProgress(context, dryRun ? "Looking" : "Repairing", (onProgress) =>
    writ.repair({ by, published, dryRun, onProgress }),
  );
  const left = dryRun
    ? []
    : (await withProgress(context, "Verifying", (onProgress) => writ.verify({ onProgress }))).problems;
  const isFine = dryRun ? done.length === 0 : left.length === 0;
  const named = done.map(({ file, to, ...rest }) => ({
    file: relative(writ.root, file),
    ...rest,
    ...(to !== undefined && { to: relative(writ.root, to) }),
  }));
  if (json) {
    print(JSON.stringify({ ok: isFine, repaired: named, left }, null, 2));
    return isFine ? 0 : 1;
  }
  if (done.length === 0) print("Nothing to repair.");
  for (const { file, aside, gaps, anchors, misnamed, to } of named) {
    for (const { line, reason } of aside.slice(0, mostNamed))
      print(`  ${dryRun ? "would set aside" : "set aside"}  ${placeOf({ file, line })}: ${visible(reason)}`);
    if (aside.length > mostNamed) print(`  and ${plural(aside.length - mostNamed, "more line")} of ${visible(file)}`);
    const lost = anchors.map(({ seq, writer }) => ({ reason: `record ${seq} of ${writer} was anchored and is lost` }));
    for (const { reason } of [...gaps, ...lost, ...(misnamed === undefined ? [] : [misnamed])].slice(0, mostNamed))
      print(`  ${dryRun ? "would note" : "noted"}  ${visible(file)}: ${visible(reason)}`);
    if (to !== undefined) print(`  The lines are in ${visible(to)}, and why in the .json beside it.`);
  }
  const isMissing = done.some(
    ({ gaps, anchors, misnamed }) => gaps.length + anchors.length > 0 || misnamed !== undefined,
  );
  if (done.length > 0 && !dryRun)
    print(isMissing ? "Recorded, with what is missing from now on." : "Recorded. Nothing is missing from the chains.");
  for (const { file, line, reason } of left) print(paint.red(`  left  ${placeOf({ file, line })}: ${visible(reason)}`));
  if (left.some(({ file }) => file.includes("/ledger/")) && !published)
    print(
      "Tracked files come back with git checkout -- FILE; to set their lines aside all the same: writ verify --repair --published",
    );
  return isFine ? 0 : 1;
}

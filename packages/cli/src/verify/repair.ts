import { lstatSync } from "node:fs";
import { join, relative, sep } from "node:path";
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
  const { problems } = await withProgress(context, "Verifying", (onProgress) => writ.verify({ onProgress }));
  const touched = new Set(done.map(({ file }) => nameOf(writ.root, file)));
  // Before a repair, what stands in files that it would touch is what it would see to.
  const left = dryRun ? problems.filter(({ file }) => !touched.has(file)) : problems;
  const isFine = left.length === 0 && !(dryRun && done.length > 0);
  const named = done.map(({ file, to, ...rest }) => ({
    file: nameOf(writ.root, file),
    ...rest,
    ...(to !== undefined && { to: nameOf(writ.root, to) }),
  }));
  if (json) {
    print(JSON.stringify({ ok: isFine, repaired: named, left }, null, 2));
    return isFine ? 0 : 1;
  }
  if (done.length === 0) print(left.length === 0 ? "Nothing to repair." : "Nothing that a repair can mend.");
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
  for (const { file, line, reason } of left)
    print(paint.red(`  ${dryRun ? "would be left" : "left"}  ${placeOf({ file, line })}: ${visible(reason)}`));
  if (left.some(({ file }) => file.includes("/ledger/")) && !published)
    print(
      "Tracked files come back with git checkout -- FILE; to set their lines aside all the same: writ verify --repair --published",
    );
  if (left.some(({ file }) => isOdd(join(writ.root, file))))
    print("What is no plain file has no lines to set aside: look at it, move it away, then run writ verify again.");
  return isFine ? 0 : 1;
}

const nameOf = (root: string, file: string): string => relative(root, file).split(sep).join("/");

/** A folder, a link or the like, where a ledger should be. */
const isOdd = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isFile() === false;

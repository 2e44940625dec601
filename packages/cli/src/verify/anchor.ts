import { notesRef } from "@writ/runtime";
import { recordAnswer, vouch } from "../answers.ts";
import type { Context } from "../io.ts";
import { withProgress } from "../text/progress.ts";
import { plural } from "../text/table.ts";

/** Notes where the chains stand, and says how others get to see it. */
export async function anchorRecords(
  context: Context,
  { tag, sign, losses, json }: { tag: string | undefined; sign: boolean; losses: boolean; json: boolean },
): Promise<0> {
  const { print, paint } = context;
  const writ = await context.openWrit();
  const voucher = await vouch(writ, context);
  const anchored = await withProgress(context, "Verifying", (onProgress) =>
    writ.anchor({ ...(tag !== undefined && { tag }), sign, losses, onProgress }),
  );
  if (anchored.commit !== null) {
    const reason = anchored.tag === undefined ? `note ${anchored.commit}` : `tag ${anchored.tag}`;
    await recordAnswer(writ, context, "anchored", voucher, { reason });
  }
  if (json) {
    print(JSON.stringify(anchored, null, 2));
  } else if (anchored.commit === null) {
    print("Everything is anchored already.");
  } else if (anchored.tag === undefined) {
    print(`Noted the ends of ${plural(anchored.heads, "chain")} on commit ${anchored.commit.slice(0, 10)}.`);
    print(paint.dim(`Git pushes notes only when told to: git push origin ${notesRef}`));
    print(paint.dim(`Others fetch them with: git fetch origin ${notesRef}:${notesRef}`));
  } else {
    print(`Noted the ends of ${plural(anchored.heads, "chain")} in the tag ${anchored.tag}.`);
    print(paint.dim(`Share it with: git push origin ${anchored.tag}`));
  }
  if (!json && anchored.losses > 0) print("What a repair wrote down as lost counts as known from now on.");
  return 0;
}

import { type BlameLine, fail } from "@writ/contracts";
import { blameAlone } from "@writ/runtime";
import { linesWithin, toLineRange } from "../blame/line-range.ts";
import { listening } from "../blame/listening.ts";
import { tellingMissing } from "../blame/missing.ts";
import { refuseOwnLedger } from "../blame/own-ledger.ts";
import { fileInWorkspace } from "../blame/place.ts";
import { porcelain } from "../blame/porcelain.ts";
import { requireRevision, sayRevision } from "../blame/revision.ts";
import { sayIntents, sayShare, shareOf } from "../blame/summary.ts";
import { blameTable } from "../blame/table.ts";
import { readTexts } from "../blame/texts.ts";
import { defineCommand, flag, many, required, text } from "../command.ts";
import type { Context } from "../io.ts";
import { rootToRead } from "../open-to-read.ts";
import { printLong } from "../pager.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "blame",
  summary: "Show who made each line of a file, a person or an agent",
  about:
    "For a line of an agent: under which intent, with which model, in which session and when. A line is a person's when it was there before the first recorded change, or came between recorded changes; it is unknown where that cannot be told.",
  who: "anyone",
  args: { file: required("the file, from where you are") },
  options: {
    lines: {
      ...many("A,B", "only these lines: one (12), some (12,20 or 12,+5), all from there on (12,) or up to there (,20)"),
      short: "L",
    },
    revision: text("REV", "the file as this commit has it"),
    porcelain: flag("answer for programs, in lines"),
    noPager: flag("print it all at once, also on a terminal"),
  },
  examples: [
    ["blame src/app.ts", "every line, with who made it"],
    ["blame src/app.ts -L 10,20", "only these lines"],
    ["blame src/app.ts --revision HEAD~3", "as it was three commits ago"],
    ["blame src/app.ts --json", "an array for programs, one entry a line"],
    ["blame src/app.ts --porcelain", "lines for programs, as git's blame"],
  ],

  async run({ file, lines, revision, porcelain: isPorcelain, noPager, json }, context) {
    requireRevision(revision);
    if (json && isPorcelain)
      throw fail("USAGE", { message: "Say --json or --porcelain, not both.", fix: "Leave one of them out." });
    const ranges = lines.map((range) => toLineRange("--lines ", range));
    const root = await rootToRead(context);
    const path = fileInWorkspace(root, context.cwd, file);
    refuseOwnLedger(root, path, file);
    const all = await tellingMissing({ root, path, file, revision }, context, () =>
      listening(context, (listener) =>
        blameAlone(root, path, { listener, ...(revision !== undefined && { revision }) }),
      ),
    );
    const isWanted = linesWithin(ranges, all.length, path);
    const wanted = all.filter(({ line }) => isWanted(line));
    if (json) {
      context.print(toJson(wanted));
      return 0;
    }
    const texts = await readTexts(root, path, revision);
    if (isPorcelain) {
      const shown = context.tty.output ? texts.map(visible) : texts;
      if (wanted.length > 0) context.print(porcelain(wanted, shown).join("\n"));
      return 0;
    }
    // What goes into a pipe is lines of the file, of which there are none.
    if (wanted.length === 0) context.error(`${visible(file)} is empty: it has no line anybody made.`);
    else
      await printLong(
        tableOf(`${visible(file)}:LINE${sayRevision(revision)}`, wanted, texts, context),
        context,
        !noPager,
      );
    return 0;
  },
});

function tableOf(place: string, lines: readonly BlameLine[], texts: readonly string[], context: Context): string[] {
  const { paint, columns, tty } = context;
  const table = blameTable(lines, texts, { paint, width: tty.output ? columns : null });
  if (!tty.output) return table;
  const share = shareOf(lines);
  const intents = share.intents.length === 0 ? "" : ` (${visible(sayIntents(share))})`;
  return [...table, paint.dim(`${sayShare(share)}${intents}. More about a line: writ why ${place}`)];
}

/** An array with an entry on each line of its own, so that `grep` and `diff` are of use. */
function toJson(lines: readonly BlameLine[]): string {
  return lines.length === 0 ? "[]" : `[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]`;
}

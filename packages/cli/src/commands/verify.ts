import type { VerifyReport } from "@writ/contracts";
import { alarmsOnRecord } from "@writ/runtime";
import { defineCommand, flag, text } from "../command.ts";
import { placeOf } from "../text/place.ts";
import { withProgress } from "../text/progress.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { anchorRecords } from "../verify/anchor.ts";
import { repairRecords } from "../verify/repair.ts";
import { requireFitting } from "../verify/require-fitting.ts";
import { sayAnchors } from "../verify/say-anchors.ts";
import { sayAlarm } from "./alarms.ts";

const waysOut = {
  waiting: "If you know of these losses, say so: writ verify --anchor --losses",
  tracked:
    "Tracked files come back with git checkout -- FILE. To set their lines aside: writ verify --repair --published --dry-run",
  gone: "If they are to stay away, write down that you know of it: writ verify --repair --published --dry-run",
  live: "To set damaged lines aside: writ verify --repair --dry-run",
};

export default defineCommand({
  name: "verify",
  summary: "Check that nobody edited, removed or reordered what was recorded",
  about:
    "Every record holds the hash of the one before it, and what a person agreed to must be on record. Prints one problem a line as FILE:LINE: reason, and every alarm nobody has acknowledged; gives 1 when there is one. A chain alone cannot tell that its end was cut off or that all of it was made anew: --anchor notes where it stands in git, and verify compares it with every such note and tag from then on.",
  who: "anyone",
  persons: ["anchor", "repair"],
  args: {},
  options: {
    anchor: flag("note where all chains stand, as a git note on the last commit"),
    tag: text("NAME", "with --anchor: in a tag writ-anchor/NAME instead"),
    sign: flag("with --tag: sign it, as your git is set up to"),
    losses: flag("with --anchor: also vouch for what a repair wrote down as lost"),
    strict: flag("give 1 for notices too"),
    repair: flag("set damaged lines aside, and record what is missing"),
    published: flag("with --repair: also in tracked files, which git can give back too"),
    dryRun: flag("with --repair: say what would be done, and do nothing"),
  },
  examples: [
    ["verify", "all records, live and published, and all anchors"],
    ["verify --json", "{ok, records, live, published, erased, problems, more, waiting, notices, anchors, alarms}"],
    ["verify --strict", "for scripts: gives 1 for notices too"],
    ["verify --anchor", "note where the chains stand"],
    ["verify --anchor --tag 1.4.0 --sign", "the same in a signed tag"],
    ["verify --repair --dry-run", "what a repair would do"],
  ],

  async run({ anchor, tag, sign, losses, strict, repair, published, dryRun, json }, context) {
    requireFitting({ anchor, tag, sign, losses, strict, repair, published, dryRun });
    if (anchor) return anchorRecords(context, { tag, sign, losses, json });
    if (repair) return repairRecords(context, { published, dryRun, json });

    const { openWrit, print, paint } = context;
    const writ = await openWrit();
    const verified = await withProgress(context, "Verifying", (onProgress) => writ.verify({ onProgress }));
    const { ok, records, live, published: out, erased, problems, more, notices } = verified;
    await writ.alarms().catch(() => []);
    const alarms = await alarmsOnRecord(writ.decisions);
    const isFine = ok && alarms.length === 0;
    const code = isFine && !(strict && notices.length > 0) ? 0 : 1;
    if (json) {
      print(JSON.stringify({ ...verified, ok: isFine, alarms }, null, 2));
      return code;
    }
    for (const alarm of alarms) print(paint.red(`Alarm ${sayAlarm(alarm)}`));
    if (alarms.length > 0)
      print("Look at each, then run: writ alarms acknowledge <id>, or for all: writ alarms acknowledge --all");
    for (const { file, line, reason } of problems) print(`${placeOf({ file, line })}: ${visible(reason)}`);
    for (const { file, line, reason } of notices)
      print(paint.yellow(`Notice: ${placeOf({ file, line })}: ${visible(reason)}`));
    if (ok) {
      const copies = out === 0 ? "none published yet" : `${out} published with commits`;
      const gone = erased === 0 ? "" : `, of which ${erased} erased`;
      const but = [
        ...(alarms.length === 0 ? [] : [plural(alarms.length, "alarm")]),
        ...(notices.length === 0 ? [] : ["what is noticed"]),
      ];
      const how = but.length === 0 ? "Intact:" : `Intact but for ${but.join(" and ")}:`;
      print(
        `${(alarms.length === 0 ? paint.green : paint.yellow)(how)} ${plural(live, "live record")}, ${copies}${gone}.`,
      );
    } else {
      print(
        `${paint.red("Not intact:")} ${plural(problems.length + more, "problem")} in ${plural(records, "record")}.`,
      );
      // Nothing is left to repair where a repair wrote all of it down.
      const isWaiting = verified.waiting === problems.length + more;
      print(paint.dim(waysOut[isWaiting ? "waiting" : wayOutOf(verified)]));
    }
    for (const line of sayAnchors(verified, context.tty.output)) print(paint.dim(visible(line)));
    return code;
  },
});

/** A file that is gone says itself how it comes back: where that is committed, `git checkout -- FILE` finds nothing. */
function wayOutOf({ problems, more }: Pick<VerifyReport, "problems"> & { more: number }): "gone" | "tracked" | "live" {
  if (more === 0 && problems.every(({ reason }) => reason.includes("To have it back: git checkout "))) return "gone";
  return problems.every(({ file }) => file.includes("/ledger/")) ? "tracked" : "live";
}

import { fail } from "@writ/contracts";
import { recordAnswer, vouch } from "../answers.ts";
import { defineCommand, flag, optional, text } from "../command.ts";
import type { Context } from "../io.ts";
import { formatDuration, later, parseDuration } from "../text/duration.ts";
import { visible } from "../text/visible.ts";

const longest = 24 * 3_600_000;

export default defineCommand({
  name: "pause",
  summary: "Let agents work without refusals for a while",
  about: "Everything is still recorded, together with what would have been said, and protected files stay closed.",
  who: "person",
  args: { duration: optional("how long: 30m, 2h; at most 24h") },
  options: {
    reason: text("TEXT", "why; it is recorded"),
    end: flag("end the pause now"),
  },
  examples: [
    ['pause 30m --reason "large rename"', "half an hour"],
    ["pause", "is there one?"],
    ["pause --end", "back to normal"],
  ],

  async run({ duration, reason, end, json }, context) {
    if (end) return endPause(context, json);
    if (duration === undefined) return showPause(context, json);
    const ms = parseDuration(duration);
    if (ms === null || ms > longest) {
      throw fail("USAGE", {
        message: `${duration} is no length for a pause.`,
        fix: "Say 30m, 2h or 1h30m; at most 24h.",
      });
    }
    if (reason === undefined || reason.trim() === "") {
      throw fail("USAGE", { message: "A pause needs a reason, because it is recorded.", fix: 'Add: --reason "…"' });
    }
    const writ = await context.openWrit();
    const voucher = await vouch(writ, context);
    const since = context.now();
    const until = later(since, ms);
    await recordAnswer(writ, context, "paused", voucher, { until, reason });
    await writ.state.writePause({ until, reason, by: voucher.by, since });
    context.print(
      json
        ? JSON.stringify({ paused: true, until, reason })
        : `Paused for ${formatDuration(ms)}, until ${until}. Everything is recorded; protected files stay closed. End it with: writ pause --end`,
    );
    return 0;
  },
});

async function endPause(context: Context, json: boolean): Promise<0> {
  const writ = await context.openWrit();
  const pause = await writ.state.readPause();
  if (pause !== null) {
    await writ.state.writePause(null);
    await recordAnswer(writ, context, "resumed", await vouch(writ, context));
  }
  const said = pause === null ? "There was no pause." : "The pause is over.";
  context.print(json ? JSON.stringify({ paused: false }) : said);
  return 0;
}

async function showPause(context: Context, json: boolean): Promise<0> {
  const writ = await context.openWrit();
  const pause = await writ.state.readPause();
  const now = context.now();
  if (pause === null || pause.until <= now) {
    context.print(json ? JSON.stringify({ paused: false }) : 'No pause. Begin one with: writ pause 30m --reason "…"');
    return 0;
  }
  const left = formatDuration(Date.parse(pause.until) - Date.parse(now));
  context.print(
    json
      ? JSON.stringify({ paused: true, ...pause })
      : `Paused for another ${left} by ${visible(pause.by)}: ${visible(pause.reason)}. End it with: writ pause --end`,
  );
  return 0;
}

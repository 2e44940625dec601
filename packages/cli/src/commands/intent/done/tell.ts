import type { Criterion, CriterionOutcome } from "@writ/contracts";
import { type CriterionResult, holds } from "@writ/runtime";
import type { Context } from "../../../io.ts";
import { formatDuration } from "../../../text/duration.ts";
import { plural } from "../../../text/table.ts";
import { visible, visibleLines } from "../../../text/visible.ts";

/** How many lines of a failed command's output are shown. */
const shownLines = 40;

/** What became of a criterion, in a few words. */
export const outcomeWords: Record<CriterionOutcome, string> = {
  passed: "passed",
  failed: "failed",
  "timed-out": "took too long",
  "not-started": "could not be started",
  untrusted: "did not run: nobody has trusted its command",
  confirmed: "confirmed",
  declined: "is not so",
  unconfirmed: "not confirmed: nobody was asked",
};

/** Says that a command is running, for as long as it does; then how it ended, and where it failed what it printed. */
export function watchCommand(
  criterion: Criterion,
  number: number,
  json: boolean,
  context: Pick<Context, "status" | "print" | "paint">,
): (result: CriterionResult) => void {
  const began = performance.now();
  const say = () =>
    context.status(`${number}. ${visible(criterion.run ?? "")}  ${formatDuration(performance.now() - began)}`);
  say();
  const clock = setInterval(say, 500);
  return (result) => {
    clearInterval(clock);
    context.status(null);
    if (json) return;
    tellResult(result, context);
    if (!holds(result)) for (const line of lastLines(result.ran?.tail ?? "")) context.print(context.paint.dim(line));
  };
}

/** One criterion in a line. */
export function tellResult(result: CriterionResult, { print, paint }: Pick<Context, "print" | "paint">): void {
  const { criterion, number, outcome, ran } = result;
  const painted = (holds(result) ? paint.green : paint.red)(outcomeWords[outcome]);
  print(`${number}. ${visible(criterion.run ?? criterion.text)}: ${painted}${ran === undefined ? "" : ending(result)}`);
}

function ending({ outcome, ran }: CriterionResult): string {
  if (ran === undefined) return "";
  const code = ran.exitCode === null ? "ended by a signal" : `exit code ${ran.exitCode}`;
  const time = ran.durationMs < 1000 ? `${ran.durationMs} ms` : formatDuration(ran.durationMs);
  return outcome === "failed" ? ` (${code}, ${time})` : ` (${time})`;
}

/** The end of what a command printed; what came before is counted. */
function lastLines(output: string): string[] {
  const lines = visibleLines(output.replace(/\r?\n$/, "").replaceAll("\r\n", "\n"));
  if (output === "") return ["   | (it printed nothing)"];
  const left = lines.length - shownLines;
  return [
    ...(left > 0 ? [`   | … ${plural(left, "line")} before`] : []),
    ...lines.slice(-shownLines).map((line) => `   | ${line}`.trimEnd()),
  ];
}

import { type Problem, ProblemError } from "@writ/contracts";
import type { ExitCode } from "./command.ts";
import { Cancelled, type Io, ReaderLeft } from "./io.ts";
import { visible, visibleLines } from "./text/visible.ts";

/** Tells what went wrong: a problem as such, anything else as a fault of ours. Gives the exit code. */
export function report(error: unknown, io: Pick<Io, "print" | "error" | "paint" | "env">, json: boolean): ExitCode {
  if (error instanceof Cancelled) {
    io.error("Cancelled: nothing was changed.");
    return 1;
  }
  if (error instanceof ReaderLeft) return 0;
  if (error instanceof ProblemError) {
    tell(error.problem, io, json);
    return error.problem.code === "USAGE" ? 2 : 1;
  }
  const message = error instanceof Error ? error.message : String(error);
  if (json) io.print(JSON.stringify({ error: { code: "INTERNAL", message } }));
  io.error(`${io.paint.red("writ failed unexpectedly:")} ${visible(message)}`);
  io.error("This is a fault in Writ. Run it again with WRIT_DEBUG=1 for the details to put into a report.");
  if (io.env.WRIT_DEBUG === "1" && error instanceof Error && error.stack !== undefined) io.error(error.stack);
  return 1;
}

function tell(problem: Problem, io: Pick<Io, "print" | "error" | "paint">, json: boolean): void {
  const { code, message, hint, meta } = problem;
  if (json) io.print(JSON.stringify({ error: { code, message, hint, meta } }));
  io.error(`${io.paint.red(code === "USAGE" ? "error:" : `${code}:`)} ${visibleLines(message).join("\n")}`);
  if (typeof meta.sign === "string") io.error(`Why: ${visible(meta.sign)}.`);
  if (hint !== "") io.error(visibleLines(hint).join("\n"));
}

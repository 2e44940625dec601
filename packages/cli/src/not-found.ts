import { fail, type ProblemError } from "@writ/contracts";

/** What to throw where something was named that is not there: nothing is wrong with the way it was asked for. */
export function notFound(message: string, fix: string): ProblemError {
  return fail("NOT_FOUND", { message, fix });
}

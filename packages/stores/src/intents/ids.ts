import { fail } from "@writ/contracts";

const longest = 64;

/** Why a new intent cannot have this id; `null` when it can. Ids are typed, cited and made part of branch names. */
function idProblem(id: string): string | null {
  if (id === "") return "it is empty";
  if (id.length > longest) return `it is longer than ${longest} characters`;
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) return "it may hold letters, digits, dots, dashes and underscores only";
  return null;
}

/** The id of a new intent: the one asked for, or the next `INT-001`. Throws USAGE for one that cannot be had. */
export function newId(asked: string | undefined, taken: readonly string[]): string {
  if (asked !== undefined) {
    const reason = idProblem(asked);
    const fix = "Choose an id such as INT-042 or fix-login.";
    if (reason !== null)
      throw fail("USAGE", { message: `${JSON.stringify(asked)} cannot be an intent id: ${reason}.`, fix });
    if (taken.includes(asked)) throw fail("USAGE", { message: `There is already an intent ${asked}.`, fix });
    return asked;
  }
  const numbers = taken.map((id) => Number(/^INT-(\d{1,9})$/.exec(id)?.[1] ?? 0));
  const next = numbers.reduce((highest, number) => Math.max(highest, number), 0) + 1;
  return `INT-${String(next).padStart(3, "0")}`;
}

/** Nobody knows this id. */
export function unknownIntent(id: string, available: readonly string[]): Error {
  return fail("INTENT_NOT_FOUND", { intent: id, available });
}

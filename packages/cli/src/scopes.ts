import { fail } from "@writ/contracts";
import { globProblem } from "@writ/runtime";

/** A whole scope as it is to be written; wrong usage where it would not own what it says. */
export function requireScope(globs: readonly string[]): string[] {
  const scope = requireGlobs(globs);
  requireOwned(scope);
  return scope;
}

/** Single globs as they are to be written. */
export function requireGlobs(globs: readonly string[]): string[] {
  const scope = globs.map((glob) => glob.trim());
  for (const glob of scope) {
    const reason = scopeProblem(glob);
    if (reason !== null) throw unusable(JSON.stringify(glob), reason, "Write globs from the root, such as src/auth/**");
  }
  return scope;
}

/** A scope that only takes files out owns nothing. */
export function requireOwned(scope: readonly string[]): void {
  if (scope.length === 0 || scope.some((glob) => !glob.startsWith("!"))) return;
  throw unusable(scope.join(" "), "it only takes files out", "Add a glob of files it owns, such as src/**");
}

/** Why a glob cannot be meant as it is written, or `null`. */
export function scopeProblem(glob: string): string | null {
  return globProblem(glob) ?? unbalanced(glob);
}

function unusable(scope: string, reason: string, fix: string) {
  return fail("USAGE", { message: `The scope ${scope} cannot be used: ${reason}.`, fix });
}

/** A brace or bracket without its partner is read as a plain character, which is hardly what was meant. */
function unbalanced(glob: string): string | null {
  const plain = glob.replace(/\\./g, "").replace(/\[[!^]?\]?[^\]]*\]/g, "");
  if (/[[\]]/.test(plain)) return "a [ or ] has no partner";
  let open = 0;
  for (const character of plain) {
    if (character === "{") open += 1;
    if (character === "}") open -= 1;
    if (open < 0) break;
  }
  return open === 0 ? null : "a { or } has no partner";
}

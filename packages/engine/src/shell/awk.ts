import type { Arg } from "./arg.ts";
import { parseOptions } from "./options.ts";

/** Whether an awk command only prints: its program is known and has no redirection, pipe, command or loading. */
export function awkProof(args: readonly Arg[]): string | null {
  const parsed = parseOptions(args, { valued: "Fv" });
  const program = parsed?.operands[0]?.literal;
  if (parsed === null || program === undefined || program === null) return "its program is not known";
  return printsOnly(program) ? null : "its program may write or run something";
}

/** `>` is a comparison outside of the actions, a redirection inside of one that prints. */
function printsOnly(program: string): boolean {
  const rest = program.replaceAll("||", "  ");
  if (/[|@`]|\b(system|getline|close|fflush|extension)\b/.test(rest)) return false;
  const action = rest.indexOf("{");
  return !rest.includes("print") || !rest.slice(Math.max(action, 0)).includes(">") || action === -1;
}

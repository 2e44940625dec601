import { type Finding, opaque } from "../finding.ts";
import { isSwitch, isTame } from "./environment.ts";
import { dataNames, ownNames, plainSettings, wordNames } from "./environment-names.ts";

/** Programs that put what a variable holds into the command lines they run, or take it for their own code. */
const expanders = /^([gbp]?make|gnumake|cmake|just|task|go-task|rake|mage|inv|invoke|mise)$/;

/** Whether such a program may run what it is handed here: anything but a switch, or one word under a name of data. */
export function mayBeRun(name: string, value: string | null): boolean {
  if (value === null) return true;
  if (isSwitch(value)) return false;
  if (plainSettings.some(([names, values]) => names.test(name) && values.test(value)))
    return /[^\w.@=:, +-]/.test(value);
  // Makefiles call their programs so: `$(Q)cc -c a.c`.
  const isProgram = /^(.|CMD)$/.test(name);
  const isNamed = !isProgram && [ownNames, wordNames, ...dataNames].some((pattern) => pattern.test(name));
  return !isNamed || !isTame(value);
}

/** What a variable of the shell holds that is not handed on by itself, but may have been exported before. */
export const looksRunnable = (value: string | null): boolean => value !== null && /[$`;|&\n]/.test(value);

/** What comes of variables that are handed on where one of those programs runs; `null` where none does. */
export function handedTo(programs: readonly string[], names: readonly string[]): Finding | null {
  const program = programs.find((name) => expanders.test(name));
  if (program === undefined || names.length === 0) return null;
  const reason = `${program} may run what ${[...new Set(names)].join(", ")} holds`;
  return { ...opaque(reason, program), unplaced: [reason] };
}

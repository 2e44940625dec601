import { opaque, runs } from "../finding.ts";
import type { Arg } from "./arg.ts";
import type { WordVisitor } from "./expansions.ts";
import { copyOf, deeper, noted, type Shell, type Walk } from "./shell-state.ts";

/** Hears what words of a shell evaluate, and walks it. */
export function visitorOf(shell: Shell, walk: Walk): WordVisitor {
  const isNumber = (name: string): boolean => {
    const value = shell.variables.get(name);
    return value?.numeric === true || /^-?\d{1,18}$/.test(value?.literal ?? "");
  };
  return {
    script: (part) =>
      deeper(walk, () => {
        const script = part.script;
        if (script === undefined) walk.findings.push(opaque("a substitution cannot be read"));
        else noted("substitution", walk, () => walk.enter(script, copyOf(shell)));
      }),
    hazard: (reason) => walk.findings.push({ ...opaque(reason), unplaced: [reason] }),
    handed: (name) => walk.findings.push({ class: "safe", handed: [name] }),
    runs: (name) => walk.findings.push({ ...runs(name), effects: [] }),
    isNumber,
    setNumber: (name) => shell.variables.set(name, numeric),
    setSomehow: (name) => shell.variables.delete(name),
  };
}

const numeric: Arg = { literal: null, head: "", single: true, expands: true, numeric: true };

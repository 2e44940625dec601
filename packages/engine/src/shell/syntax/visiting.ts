import { shadowsOn } from "../code/python-shadows.ts";
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
    assigned: (name, value) => walk.findings.push({ class: "safe", values: [`${name}=${value}`] }),
    runs: (name, value) => {
      const loads = name === "PYTHONPATH" ? shadowsOn(value ?? "", shell) : [];
      walk.findings.push({ ...runs(name), effects: [], ...(loads.length > 0 && { loads }) });
    },
    isNumber,
    setNumber: (name) => shell.variables.set(name, numeric),
    setSomehow: (name) => shell.variables.delete(name),
  };
}

const numeric: Arg = { literal: null, head: "", single: true, expands: true, numeric: true };

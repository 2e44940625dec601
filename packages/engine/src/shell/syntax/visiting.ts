import { searchedBy } from "../code/python-shadows.ts";
import { opaque, runs, unread } from "../finding.ts";
import { isOwnName, isReaderSetting } from "../reading-list/settings.ts";
import type { Arg } from "./arg.ts";
import type { WordVisitor } from "./expansions.ts";
import { copyOf, deeper, noted, type Shell, type Walk } from "./shell-state.ts";

/** Hears what words of a shell evaluate, and walks it. */
export function visitorOf(shell: Shell, walk: Walk): WordVisitor {
  return new ShellVisitor(shell, walk);
}

/** A class, because every command has a visitor: as many closures each time are a good part of what a decision makes. */
class ShellVisitor implements WordVisitor {
  private readonly shell: Shell;
  private readonly walk: Walk;

  constructor(shell: Shell, walk: Walk) {
    this.shell = shell;
    this.walk = walk;
  }

  script({ script }: Parameters<WordVisitor["script"]>[0]): void {
    const { shell, walk } = this;
    deeper(walk, () => {
      if (script === undefined) walk.findings.push(opaque("a substitution cannot be read"));
      else noted("substitution", walk, () => walk.enter(script, copyOf(shell)));
    });
  }

  hazard(reason: string): void {
    this.walk.findings.push({ ...opaque(reason), unplaced: [reason] });
  }

  handed(name: string): void {
    this.walk.findings.push({ class: "safe", handed: [name] });
  }

  assigned(name: string, value: string): void {
    this.walk.findings.push({ class: "safe", values: [`${name}=${value}`] });
  }

  runs(name: string, value: string | null): void {
    const searched = name === "PYTHONPATH" ? searchedBy(value ?? "", this.shell) : [];
    this.walk.findings.push({ ...runs(name), effects: [], ...(searched.length > 0 && { searched }) });
  }

  isNumber(name: string): boolean {
    const value = this.shell.variables.get(name);
    return value?.numeric === true || /^-?\d{1,18}$/.test(value?.literal ?? "");
  }

  setNumber(name: string): void {
    this.shell.variables.set(name, numeric);
  }

  sets(name: string, value: string | null = null): void {
    if (isReaderSetting(name, value) || isOwnName(name)) return;
    this.walk.findings.push(unread(`${name} is not on the list of settings for what reads`));
  }

  setSomehow(name: string): void {
    this.shell.variables.delete(name);
  }
}

const numeric: Arg = { literal: null, head: "", single: true, expands: true, numeric: true };

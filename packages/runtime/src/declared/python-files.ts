import { closeSync, openSync, readSync } from "node:fs";
import type { Handler } from "./handler-files.ts";
import { fromRoot } from "./inside-root.ts";

const program = /(?:^|[\\/])(?:python|pypy)[\d.]*w?(?:\.exe)?$/i;
const mostShebang = 128;

/** The files of a handler that Python runs, from the root, each where it really is: there Python looks for modules. */
export function pythonFiles(root: string, { command, files }: Handler): string[] {
  const isPython = command.some((word) => program.test(word)) || files.some(({ path }) => isScript(path));
  return isPython ? files.flatMap(({ path }) => fromRoot(root, path) ?? []) : [];
}

const isScript = (path: string): boolean => /\.pyw?$/i.test(path) || /^#!.*(?:python|pypy)/.test(beginningOf(path));

function beginningOf(path: string): string {
  try {
    const handle = openSync(path, "r");
    try {
      const buffer = Buffer.alloc(mostShebang);
      return buffer.subarray(0, readSync(handle, buffer)).toString("latin1");
    } finally {
      closeSync(handle);
    }
  } catch {
    // Then nobody can run it either.
    return "";
  }
}

import { spawnSync } from "node:child_process";

/** A shell in which a line fails where anything in it fails. */
export interface StrictShell {
  program: string;
  /** What comes before the line. */
  args: readonly string[];
}

/**
 * The shells that can end a line with the failure of any part of a pipe, best first. `-p`: what the surroundings hand
 * down to bash (a file to read first, functions, options) is no part of the line that was trusted.
 */
const strict: readonly StrictShell[] = [
  { program: "bash", args: ["-p", "-e", "-o", "pipefail", "-c"] },
  { program: "sh", args: ["-e", "-o", "pipefail", "-c"] },
];

const knows = ({ program, args }: StrictShell): boolean =>
  spawnSync(program, [...args, ":"], { stdio: "ignore", timeout: 10_000, windowsHide: true }).status === 0;

/** The shell for a line; `null` where the line has a pipe and no shell here tells that its first part failed. */
export function shellFor(line: string): StrictShell | null {
  const found = strict.find(knows);
  if (found !== undefined) return found;
  return hasPipe(line) ? null : { program: "sh", args: ["-e", "-c"] };
}

/** Rather one too many: a quoted bar counts. */
export const hasPipe = (line: string): boolean => /(?<!\|)\|(?!\|)/.test(line);

import type { FileFinding } from "@writ/contracts";
import type { Io } from "../../io.ts";
import { visible } from "../../text/visible.ts";

/** One finding a line, as editors and scripts know it. */
export function printFindings(
  findings: readonly FileFinding[],
  print: (line: string) => void,
  { paint }: Pick<Io, "paint">,
): void {
  for (const { file, line, severity, message } of findings) {
    const painted = severity === "error" ? paint.red(severity) : paint.yellow(severity);
    print(`${visible(file)}:${line}: ${painted}: ${visible(message)}`);
  }
}

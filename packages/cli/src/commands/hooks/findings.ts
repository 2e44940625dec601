import type { FileFinding } from "@writ/contracts";
import type { Io } from "../../io.ts";
import { placeOf } from "../../text/place.ts";
import { plural } from "../../text/table.ts";
import { visible } from "../../text/visible.ts";

/** One finding a line, as editors and scripts know it. */
export function printFindings(
  findings: readonly FileFinding[],
  print: (line: string) => void,
  { paint }: Pick<Io, "paint">,
): void {
  for (const { file, line, severity, message } of findings) {
    const painted = severity === "error" ? paint.red(severity) : paint.yellow(severity);
    print(`${placeOf({ file, line })}: ${painted}: ${visible(message)}`);
  }
}

/** How many findings there are, and how bad they are. */
export function sayCounts(findings: readonly FileFinding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  return `${plural(findings.length, "finding")} (${plural(errors, "error")}, ${plural(warnings, "warning")})`;
}

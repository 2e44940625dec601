import type { AskedLine } from "@writ/contracts";
import type { Finding } from "./finding.ts";
import type { Arg } from "./syntax/arg.ts";

/** A command that nobody sees through or that may do damage, as its words say it; `null` for any other. */
export function askedLine(
  words: readonly Arg[],
  dir: string | null,
  finding: Finding,
  isKnown: (program: string) => boolean,
): AskedLine | null {
  const [{ literal: program = null } = {}] = words;
  // What is found in a folder nobody knows is said to be so already.
  if ((finding.class !== "opaque" && finding.class !== "risky") || program === null || dir === null) return null;
  const line = words.map(({ literal }) => literal ?? "$").join(" ");
  return { line, dir, ...(!program.includes("/") && !isKnown(program) && { isUnknown: true }) };
}

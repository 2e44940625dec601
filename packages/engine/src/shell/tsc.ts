import { type Arg, literals } from "./arg.ts";
import { type Finding, opaque, runs, type Scene, safe, standing } from "./finding.ts";

const harmless = /^(--noEmit|--pretty|--skipLibCheck|--strict|--listFiles|--(extendedD|d)iagnostics)$/;
const project = /^(-p|--project)$/;

/**
 * `tsc --noEmit` writes no output; most other options, and `false`, make it write. What another project's settings
 * add to that is the repository's own, so then it runs.
 */
export function judgeTsc(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = literals(args);
  const stray = texts === null ? "an unknown argument" : strayWord(texts);
  if (texts === null || stray !== null) return opaque(`${program}: ${stray} may make it write`, program);
  const place = standing(scene);
  if (place === "unknown") return opaque(`${program} runs in a folder that is not known`, program);
  return place === "root" && !texts.some((text) => project.test(text)) ? safe : runs(program);
}

function strayWord(texts: readonly string[]): string | null {
  if (!texts.includes("--noEmit")) return "leaving out --noEmit";
  const stray = texts.find((text, index) => {
    if (project.test(texts[index - 1] ?? "")) return text.startsWith("-") || text.startsWith("@");
    if (text.startsWith("-")) return !harmless.test(text) && !project.test(text);
    return text === "false" || text.startsWith("@");
  });
  return stray ?? null;
}

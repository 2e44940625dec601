import { type Finding, opaque, placed, runs, type Scene } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { type Arg, literals } from "../syntax/arg.ts";

const harmless =
  /^(--noEmit|--pretty|--skipLibCheck|--strict|--listFiles|--listFilesOnly|--explainFiles|--traceResolution|--showConfig|--(extendedD|d)iagnostics)$/;
const project = /^(-p|--project)$/;
/** What a build is told, besides which project. */
const building =
  /^(-b|--build|-w|--watch|--verbose|--force|--emitDeclarationOnly|--declaration|-d|--sourceMap|--dry|--incremental)$/;
/** Switches that may be told off without anything being written for it. */
const switched =
  /^--(pretty|watch|incremental|skipLibCheck|strict|sourceMap|declaration|listFiles|explainFiles|traceResolution)$/;
const target = /^(--outDir|--declarationDir|--outFile|--tsBuildInfoFile)$/;

/**
 * `tsc --noEmit` writes no output, but what an incremental project remembers; without it what the project's settings
 * say is written.
 */
export function judgeTsc(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = literals(args);
  const stray = texts === null ? "an unknown argument" : strayWord(texts);
  if (texts === null || stray !== null) return opaque(`${program}: ${stray} may make it write elsewhere`, program);
  const doubt = pointedElsewhere(args, {}, scene, { line: program, program });
  if (doubt !== null) return doubt;
  const finding = runs(program);
  const paths = texts.flatMap((text, index) => (target.test(texts[index - 1] ?? "") ? [placed(text, scene)] : []));
  const written = paths.map((path) => ({
    op: "modify" as const,
    path,
    certainty: "inferred" as const,
    output: true as const,
  }));
  return { ...finding, effects: [...(finding.effects ?? []), ...written] };
}

/** A word that is a file to compile (its output would lie beside it), a list of arguments, or an option nobody listed. */
function strayWord(texts: readonly string[]): string | null {
  const looks = texts.includes("--noEmit");
  const builds = texts.some((text) => /^(-b|--build)$/.test(text));
  const stray = texts.find((text, index) => {
    const before = texts[index - 1] ?? "";
    if (project.test(before) || target.test(before)) return /^[-@]/.test(text);
    if (text.startsWith("-"))
      return !harmless.test(text) && !project.test(text) && !building.test(text) && !target.test(text);
    if (switched.test(before) && /^(true|false)$/.test(text)) return false;
    return text === "false" || text.startsWith("@") || !(looks || builds);
  });
  return stray ?? null;
}

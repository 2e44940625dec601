import { type Finding, fold, opaque, placed, runs, runsFile, type Scene, safe, standing } from "../finding.ts";
import { judgeRunner } from "../runners.ts";
import type { Arg } from "../syntax/arg.ts";
import { table } from "../table/index.ts";
import { judgeWrit } from "../wrappers/writ-command.ts";
import { judgeByEntry } from "./deeds.ts";
import { lookupIn } from "./lookup.ts";
import { typedInto } from "./typed-input.ts";

const { find, toolOf } = lookupIn(table);
/** More words nobody types, and nobody checks by eye. */
const mostWords = 2_000;

/** Whether the table knows a program or builtin of this name, so that a function must not take its place. */
export function isKnownProgram(name: string): boolean {
  return find(name, []) !== null || name === "writ";
}

/** What the table knows of a program and its arguments. */
export const entryFor = find;

export { toolOf };

/** What one simple command does. */
export function judge(words: readonly Arg[], scene: Scene): Finding {
  const name = words[0]?.literal;
  if (name === undefined) return safe;
  if (name === null || name === "") {
    return { ...opaque("the program's name is only known when it runs"), unplaced: ["the program it runs"] };
  }
  if (words.length > mostWords) return opaque("it has more words than anybody reads", programOf(name));
  const writ = judgeWrit(words);
  if (writ !== null) return writ;
  const byTable = (line: readonly Arg[]): Finding => judgeProgram(programOf(name), line.slice(1), scene);
  const finding = byTable(words);
  const typed = typedInto(programOf(name), words.slice(1), scene, finding);
  const judged = finding.class === "safe" ? finding : judgeRunner(words, scene, finding, byTable);
  return typed === null ? judged : fold([judged, typed]);
}

function judgeProgram(program: string, args: readonly Arg[], scene: Scene): Finding {
  // A file of the same name in another folder may be anybody's.
  if (program.includes("/") && standing(scene) !== "root") return ownFile(program, scene);
  const own = installedHere.exec(program)?.[1];
  if (own !== undefined && (toolOf(own) !== null || /^(python|pip)3?$/.test(own))) {
    const found = find(own, args);
    const finding = found === null ? opaque(`what ${own} does is not known`, own) : judgeByEntry(found, scene, own);
    const ran = finding.class === "safe" ? runs(own) : finding;
    const file = placed(program, scene);
    return file === null ? ran : { ...ran, loads: [...(ran.loads ?? []), file] };
  }
  const found = find(program, args);
  if (found !== null) return judgeByEntry(found, scene, program);
  return program.includes("/") ? ownFile(program, scene) : opaque(`what ${program} does is not known`, program);
}

/** A file of the project, or of anywhere: what it holds decides. */
function ownFile(program: string, scene: Scene): Finding {
  return runsFile(opaque(`it runs the file ${program}`, program), program, scene, program);
}

/** Where package managers put the tools of the repository. */
const installedHere = /^(?:\.\/)?(?:node_modules\/\.bin|vendor\/bin|\.?venv\/bin)\/([\w.-]+)$/;

/** Programs of the system count by their name; a file anywhere else may be anything. */
export function programOf(name: string): string {
  return name.startsWith("/") ? (/^\/(usr\/)?bin\/([^/]+)$/.exec(name)?.[2] ?? name) : name;
}

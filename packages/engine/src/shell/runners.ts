import type { Effect } from "@writ/contracts";
import { distinct } from "../distinct.ts";
import { fedTo } from "./fed.ts";
import { type Finding, opaque, runs, type Scene, standing } from "./finding.ts";
import { outsideIn } from "./judging/elsewhere.ts";
import { type Arg, literal } from "./syntax/arg.ts";

/** Options that point a runner at other code, another folder or another shell. */
const elsewhere =
  /^(-C|--(prefix|cwd|dir|directory|script-shell|shell|node-options|userconfig|globalconfig|exec|eval|require|import|loader|init-script|rcfile)(=.*)?)$/;

/**
 * One of the repository's own test, build, lint, format or package commands, as the config lists them, with more
 * arguments at most. Where the table knows the listed line, it also knows what the other arguments add, and counts.
 */
export function judgeRunner(
  words: readonly Arg[],
  scene: Scene,
  finding: Finding,
  byTable: (words: readonly Arg[]) => Finding,
): Finding {
  const runner = scene.world.runners.find((line) => begins(words, line));
  if (runner === undefined || finding.unplaced !== undefined) return finding;
  const listed = wordsOf(runner);
  const program = words[0]?.literal ?? null;
  const extra = words.slice(listed.length);
  // What the table found it to start stays known: who changed that is asked before it runs.
  const { scripts = [], loads = [], searched = [], tools = [] } = finding;
  const started = {
    runners: finding.runners === undefined ? [runner] : distinct([runner, ...finding.runners]),
    scripts,
    loads,
    searched,
    tools,
    // What the listed line itself names is what it runs; what follows may be any source.
    fed: fedTo(listed.map(literal), scene, finding),
  };
  const run: Finding = Object.assign(runs(program ?? runner, runner), started);
  // `./gradlew` is another file in another folder.
  if (runner.startsWith("./") && standing(scene) !== "root") return finding;
  if (standing(scene) === "unknown") return opaque(`${runner} runs in a folder that is not known`, program);
  // Alone it is the repository's own business at the root; elsewhere it rewrites the folder the line went to.
  if (extra.length === 0) return finding.class === "changes" && standing(scene) !== "root" ? finding : run;
  if (finding.class === "runs") return Object.assign({}, finding, started);
  const alone = byTable(listed.map(literal)).class;
  if (alone === "runs" || alone === "changes") return finding;
  if (extra.some(({ expands }) => expands)) return opaque(`${runner} is given an argument that is not known`, program);
  const stray = extra.find(({ literal: text, head }) => elsewhere.test(text ?? head));
  const away = stray?.literal ?? stray?.head ?? outsideIn(extra, scene);
  if (away === null) return { ...run, effects: [...(run.effects ?? []), ...rewrittenIn(finding)] };
  return opaque(`${runner} is pointed elsewhere by ${away}`, program);
}

/** Files that a script with a name of its own is handed to rewrite are still those. */
const rewrittenIn = ({ class: found, effects = [] }: Finding): Effect[] =>
  found === "opaque" ? effects.filter(({ op }) => op !== "exec") : [];

const wordsOf = (line: string): string[] => line.trim().split(/\s+/);

function begins(words: readonly Arg[], line: string): boolean {
  if (!line.trimStart().startsWith(words[0]?.literal ?? "\0")) return false;
  const wanted = wordsOf(line);
  return wanted[0] !== "" && wanted.every((word, index) => words[index]?.literal === word);
}

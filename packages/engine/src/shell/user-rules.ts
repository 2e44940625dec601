import { type RuleFound, ruleOver } from "../policies/command-rules.ts";
import { fedTo } from "./fed.ts";
import { type Finding, fold, placed, risky, type Scene, standing } from "./finding.ts";
import { protectedIn } from "./protected-words.ts";
import { spellingsOf } from "./spellings.ts";
import type { Arg } from "./syntax/arg.ts";
import { personVerbIn } from "./wrappers/writ-command.ts";

/** What was found of a command, as the project's own rules want it seen. `started`: the programs it starts, `null` for a script. */
export function underRules(
  words: readonly Arg[],
  scene: Scene,
  finding: Finding,
  started: readonly (string | null)[] = [],
): Finding {
  const { rules } = scene.world;
  if (rules === undefined || words.length === 0) return finding;
  // Who may decide at all, and what another rule refused, is not for a rule to say.
  if (/person-only:|denied:/.test(finding.reason ?? "")) return finding;
  const isStrict = rules.deny.length > 0 || rules.ask.length > 0;
  const holds = (pattern: string): boolean => reaches(pattern, words, scene, finding) && !hides(pattern, started);
  const found = ruleOver(words, rules, isStrict ? spellingsOf(words) : [], holds);
  const kept = found === null ? unmoved(words, scene, finding) : null;
  if (found === null) return kept === null ? finding : fold([finding, kept]);
  const program = words[0]?.literal ?? null;
  if (found.kind === "allow") return allowed(words, found, finding, scene);
  return fold([finding, risky(reasonOf(found), program)]);
}

/** Says which word keeps a rule from permitting the command: otherwise nobody knows why it is asked about. */
function unmoved(words: readonly Arg[], scene: Scene, { steered = [], ...finding }: Finding): Finding | null {
  const { rules } = scene.world;
  if (rules === undefined || steered.length === 0) return null;
  const holds = (pattern: string): boolean => reaches(pattern, words, scene, finding);
  const found = ruleOver(words, { ...rules, ask: [], deny: [] }, [], holds);
  if (found === null) return null;
  const word = steered.find((one) => isOpen(one, words, wordsOf(found.pattern))) ?? "";
  return { class: "safe", reason: `the project's rule "${found.pattern}" does not spell out ${plain(word)}` };
}

function reasonOf({ kind, pattern, why, maybe }: RuleFound): string {
  if (kind === "deny" && !maybe) return `denied:${pattern}`;
  const because = why === "" ? "" : `: ${plain(why)}`;
  return maybe
    ? `it may be what the project's rule "${pattern}" means${because}`
    : `the project's rule "${pattern}" asks${because}`;
}

/** Reasons are told apart by semicolons. */
const plain = (why: string): string => why.replaceAll(";", ",").replaceAll("\n", " ");

/** Whether a permission holds for this command here: not for what runs elsewhere, and not for more than its words say. */
function reaches(
  pattern: string,
  words: readonly Arg[],
  scene: Scene,
  { scripts = [], steered = [] }: Finding,
): boolean {
  const place = standing(scene);
  if (place === "unknown") return false;
  const wanted = wordsOf(pattern);
  // `./deploy` is another file in another folder.
  const isFile = (word: string, at: number): boolean =>
    !word.startsWith("/") &&
    ((at === 0 ? word.includes("/") : /^\.\.?\//.test(word)) || scripts.includes(placed(word, scene) ?? word));
  if (place === "inside" && wanted.some(isFile)) return false;
  if (!isWide(pattern)) return true;
  return !(setsGit(words, wanted) || protectedIn(words) || steered.some((word) => isOpen(word, words, wanted)));
}

/** Whether a word of a command is one that the pattern leaves open. */
function isOpen(word: string, words: readonly Arg[], wanted: readonly string[]): boolean {
  return !wanted.includes(word) || words.some(({ literal }, at) => literal === word && wanted[at] !== word);
}

/** `env **` says nothing about what env starts: that is judged for itself. */
function hides(pattern: string, started: readonly (string | null)[]): boolean {
  const wanted = wordsOf(pattern);
  return isWide(pattern) && started.some((name) => name === null || !wanted.includes(name));
}

/** Whether a pattern leaves words open. */
const isWide = (pattern: string): boolean => wordsOf(pattern).some((word) => /^\*\*?$/.test(word));
const wordsOf = (pattern: string): string[] => pattern.trim().split(/\s+/);

/** Settings of git name programs it starts later, so that only a rule that spells them out permits them. */
function setsGit(words: readonly Arg[], wanted: readonly string[]): boolean {
  const setting = /^(config|-c.*|--(config|config-env|exec-path|git-dir|work-tree)(=.*)?)$/;
  const isGit = words[0]?.literal?.split("/").at(-1) === "git";
  return isGit && words.some(({ literal }) => literal !== null && setting.test(literal) && !wanted.includes(literal));
}

const textOf = (words: readonly Arg[]): string => words.map(({ literal }) => literal ?? "").join(" ");

/** It runs under an intent and is looked at afterwards, and so is what defines it. The files it is known to change are still scope's to judge. */
function allowed(words: readonly Arg[], { pattern }: RuleFound, finding: Finding, scene: Scene): Finding {
  const hidden = personVerbIn(textOf(words));
  if (hidden !== null) return fold([finding, hidden]);
  if (finding.class === "safe") return finding;
  const effects = (finding.effects ?? []).map((effect) =>
    effect.op === "exec" && effect.certainty === "opaque" ? { ...effect, certainty: "inferred" as const } : effect,
  );
  const runners = [...new Set([...(finding.runners ?? []), textOf(words)])];
  const fed = [...new Set([...(finding.fed ?? []), ...fedTo(words, scene, finding)])];
  return { ...finding, class: "runs", effects, runners, reason: `allowed:${pattern}`, ...(fed.length > 0 && { fed }) };
}

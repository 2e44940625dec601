import { changes, type Finding, fold, opaque, risky, runs, type Scene, safe, standing } from "../finding.ts";
import { type Arg, mayBeOption } from "../syntax/arg.ts";
import { definitionsIn } from "./definitions.ts";
import { dangerIn, pointedElsewhere, type Subject } from "./doubt.ts";
import { guessesIn } from "./guesses.ts";
import type { Found } from "./lookup.ts";
import { effectsOn } from "./operands.ts";
import { parseOptions, strayOption } from "./options.ts";
import { outputsIn } from "./outputs.ts";
import { answerOf } from "./questions.ts";
import type { Deed, Entry } from "./rule.ts";
import { rewritesIn } from "./steering.ts";
import { fartherTask } from "./task-names.ts";
import { updatedBy } from "./updated.ts";
import { toOutputs, withWriters, writersIn, writesOf, writtenBy } from "./written.ts";

/** What a command does by its entry. */
export function judgeByEntry(found: Found, scene: Scene, program: string): Finding {
  const { entry, before, args, line } = found;
  // Settings that are given before the verb hold for its help too.
  const place = before.length > 0 ? (found.program.before?.(before, scene) ?? scene) : scene;
  if (typeof place === "string") return opaque(`${program}: ${place}`, program);
  const finding =
    answerOf(found, place, program) ??
    entry.judge?.(args, place, program) ??
    deeds[entry.does](entry, args, place, { line, program });
  const farther = finding.class === "runs" && entry.tasks ? fartherTask(args, entry.tasks, { line, program }) : null;
  if (farther !== null) return farther;
  if (entry.at === "root") return atRoot(finding, place, program);
  return finding.runners === undefined
    ? finding
    : withFiles(finding, [...before, ...args].filter(mayTell(entry)), place, found);
}

/** `mvn -o` is a switch, and `bazel query --output=graph` says how it is told: neither is a file that is written. */
const mayTell =
  ({ options: { flags = "", words } = {} }: Entry) =>
  ({ literal }: Arg): boolean => {
    const text = literal ?? "";
    return words?.test(text) !== true && !(text.length === 2 && /^-\w$/.test(text) && flags.includes(text.slice(1)));
  };

/** Tools write where they are told, and take their orders from the settings they are told to. */
function withFiles(finding: Finding, args: readonly Arg[], scene: Scene, { line, entry, program }: Found): Finding {
  const { looks = program.looks, habits = program.habits } = entry;
  const own = finding.class === "runs" ? ownWords(args, finding, line) : [];
  const guesses = guessesIn(own, scene, { line, looks, habits });
  const sure = guesses.filter(({ ifThere }) => ifThere !== true);
  const told = [...outputsIn(own, scene, habits), ...sure, ...guesses.filter(({ ifThere }) => ifThere === true)];
  const scripts = definitionsIn(args, scene, line);
  if (told.length === 0 && scripts.length === 0) return finding;
  const named = new Set(finding.effects?.map(({ path }) => path));
  const outputs = told.filter(({ path }) => !named.has(path) && named.add(path) !== undefined);
  return {
    ...finding,
    ...(outputs.length > 0 && { effects: [...(finding.effects ?? []), ...outputs] }),
    ...(scripts.length > 0 && { scripts: [...(finding.scripts ?? []), ...scripts] }),
  };
}

/** `npx --cache=x jest --file y`: what follows the other tool is for that one, and was read as its own. */
function ownWords(args: readonly Arg[], { runners = [] }: Finding, line: string): readonly Arg[] {
  const programs = runners.map((runner) => runner.split(" ", 1)[0]);
  if (programs.includes(line.split(" ", 1)[0])) return args;
  const other = args.findIndex(({ literal }) => literal !== null && programs.includes(literal));
  return other === -1 ? args : args.slice(0, other);
}

/** In another folder of the workspace other settings hold, so that reading there is running; elsewhere nobody knows. */
function atRoot(finding: Finding, scene: Scene, program: string): Finding {
  const place = standing(scene);
  if (place === "root" || finding.class === "risky" || finding.class === "opaque") return finding;
  if (place === "unknown") return fold([finding, opaque(`${program} runs in a folder that is not known`, program)]);
  return finding.class === "runs" ? finding : fold([finding, runs(program)]);
}

/** How an entry without a judge of its own is read, for each thing it may do. */
type Reader = (entry: Entry, args: readonly Arg[], scene: Scene, subject: Subject) => Finding;

const deeds: Readonly<Record<Deed, Reader>> = {
  reads(entry, args, scene, subject) {
    const { line, program } = subject;
    const stray = entry.options === undefined ? null : strayOption(args, entry.options);
    if (stray !== null) {
      const written = writesOf(entry, args, scene);
      if (written !== null) return written.length === 0 ? safe : changes(written);
      const danger = dangerIn(stray, entry.options ?? {}, subject);
      return danger ?? opaque(`${line}: ${stray} may write or run something`, program);
    }
    if (entry.operands === "none" && args.some((arg) => !mayBeOption(arg))) {
      return opaque(`${line} is given words that may change something`, program);
    }
    const doubt = entry.proof?.(args) ?? null;
    return doubt === null ? safe : opaque(`${line}: ${doubt}`, program);
  },

  changes({ operands = "none", options = {} }, args, scene, subject) {
    const { line, program } = subject;
    const parsed = parseOptions(args, withWriters(options));
    const effects = parsed === null ? null : effectsOn(operands, parsed.operands, scene);
    const written = parsed === null ? null : writtenBy(parsed.options, options, scene);
    for (const { literal, head } of args) {
      const danger = dangerIn(literal ?? head, options, subject, effects ?? []);
      if (danger !== null) return danger;
    }
    if (effects !== null && written !== null) return changes([...effects, ...written]);
    if (operands === "deleted") return risky(`${line} deletes files that cannot be named`, program);
    return opaque(`${line} changes files that cannot be named`, program);
  },

  runs({ options = {} }, args, scene, subject) {
    const doubt = pointedElsewhere(args, options, scene, subject);
    if (doubt !== null) return doubt;
    const { line, program } = subject;
    const [first] = args;
    if (first?.literal === "init" && !line.includes(" ")) return opaque(`${line} init writes settings`, program);
    const rewriter = rewritesIn(args, options);
    if (rewriter !== null) return opaque(`${line} ${rewriter} rewrites files that cannot be named`, program);
    const written = writtenBy(writersIn(args, options), options, scene);
    if (written === null) return opaque(`${line} writes a file that cannot be named`, program);
    const finding = runs(program, line);
    const changed = [...toOutputs(written), ...updatedBy(args, line, scene)];
    return changed.length === 0 ? finding : { ...finding, effects: [...(finding.effects ?? []), ...changed] };
  },

  risky: ({ why = "can destroy or change more than files" }, _args, _scene, { line, program }) =>
    risky(`${line} ${why}`, program),

  opaque: ({ why = "what it does is not known" }, _args, _scene, { line, program }) =>
    opaque(`${line}: ${why}`, program),
};

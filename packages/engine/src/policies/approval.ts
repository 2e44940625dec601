import { type Call, type ChangedRun, type Facts, type Policy, pass, type Risk, type ToolRule } from "@writ/contracts";
import { askPerson, type Concern } from "./ask.ts";
import { isSafe, ruleFor } from "./kind.ts";
import { type Touch, type Touched, touchOf } from "./touched.ts";

/** A person agrees to what cannot be undone, cannot be seen through, or reaches beyond the task. */
export const approval: Policy = {
  name: "approval",
  check(call, facts) {
    const [first, ...more] = concernsOf(call, facts);
    return first === undefined ? pass : askPerson(call, facts, [first, ...more]);
  },
};

function concernsOf(call: Call, facts: Facts): Concern[] {
  const rule = ruleFor(call, facts.config);
  const asked: Concern[] =
    rule === "ask" ? [{ risk: "opaque", reason: `the project's config asks before ${call.tool}` }] : [];
  if (isSafe(call, facts.config) || call.kind === "safe") return asked;
  const touch = touchOf(call, facts);
  const risky = [
    ...asked,
    ...touch.files.flatMap(fileConcerns),
    ...commandConcerns(call).filter(({ reason }) => !isSaidBetter(reason, facts)),
    ...runConcerns(facts),
    ...unknownConcerns(call, touch, rule),
  ];
  if (risky.length > 0 || facts.config.approval !== "every-change" || staysInScratch(touch)) return risky;
  return [{ risk: "change", reason: `${call.tool} changes something, and every change is asked about` }];
}

/** What the session wrote is not run unseen, and a runner is what it was when a person last looked. */
function runConcerns({ runs = [] }: Facts): Concern[] {
  return runs.map(({ name, runner, why }) => ({ risk: "opaque", reason: whyAsked[why](name, runner) }));
}

/** That a command runs a file goes without saying where it is said what is wrong with that file. */
function isSaidBetter(reason: string, { runs = [] }: Facts): boolean {
  const file = /^it runs the file (?:\.\/)*(.+)$/s.exec(reason)?.[1];
  const isIt = (name: string) => name === file || name.endsWith(`/${file}`);
  return file !== undefined && runs.some(({ name, runner }) => runner === undefined && isIt(name));
}

const whyAsked: Record<ChangedRun["why"], (name: string, runner: string | undefined) => string> = {
  written: (name, runner) =>
    runner === undefined
      ? `it runs ${name}, which this session wrote`
      : `it runs ${runner}, and this session changed ${name}, which says what that does`,
  earlier: (name, runner) =>
    runner === undefined
      ? `it runs ${name}, which another session wrote and nobody has looked at`
      : `it runs ${runner}, and another session changed ${name}, which says what that does`,
  made: (name, runner) =>
    runner === undefined
      ? `it runs ${name}, which the same command makes or changes`
      : `it runs ${runner}, and the same command changes ${name}, which says what that does`,
  scratch: (name) => `it runs ${name}, which lies outside the workspace where anybody can write`,
  unreadable: (name) => `it runs ${name}, which cannot be read beforehand`,
  absent: (name) => `it runs ${name}, and there is no such file`,
};

function fileConcerns({ effect, fact, leaves }: Touched): Concern[] {
  const concerns: Concern[] = [];
  const inScratch = fact.place === "scratch";
  const within = effect.within === true ? "files in " : "";
  const overwrites = effect.op === "rename" && !leaves && fact.kind === "file";
  if (fact.links > 1 && effect.op !== "delete" && fact.kind === "file") {
    const reason = `${fact.path} shares its content with another file (hard link)`;
    concerns.push({ risk: "sensitive", reason });
  }
  if (inScratch) return concerns;
  if (effect.op === "delete") concerns.push({ risk: "delete", reason: `deletes ${within}${fact.entry ?? fact.path}` });
  if (effect.reverts === true && (effect.within === true || fact.kind === "directory")) {
    const reason = `gives ${within === "" ? "all of " : within}${fact.path || "the workspace"} an older content, and loses what is not committed`;
    concerns.push({ risk: "delete", reason });
  }
  if (overwrites) concerns.push({ risk: "delete", reason: `replaces ${fact.path}` });
  if (effect.op === "rename" && leaves && fact.kind === "directory") {
    concerns.push({ risk: "delete", reason: `moves the folder ${fact.path} with everything in it` });
  }
  if (fact.tier === "sensitive")
    concerns.push({
      risk: "sensitive",
      reason: `changes ${within}${fact.path}, which ${within === "" ? "is" : "holds what is"} sensitive`,
    });
  return concerns;
}

/** Commands that run the project's own programs, or only change files that can be named, need nobody. */
function commandConcerns(call: Call): Concern[] {
  if (call.kind !== "command") return [];
  const reasons = (call.command?.reasons ?? []).filter((reason) => !reason.startsWith("allowed:"));
  const because = (risk: Risk, otherwise: string): Concern[] =>
    (reasons.length > 0 ? reasons : [otherwise]).map((reason) => ({ risk, reason }));
  switch (call.command?.class) {
    case "safe":
    case "changes":
    case "runs":
      return [];
    case "risky":
      return because("command", "the command may do damage");
    case "opaque":
    case undefined:
      return because("opaque", "what the command does cannot be seen from its text");
  }
}

/** A tool the config has a rule for is known well enough; a command line is judged by what it says. */
function unknownConcerns(call: Call, { unnamed, files }: Touch, rule: ToolRule | null): Concern[] {
  if (call.kind !== "command" && rule !== null) return [];
  if (call.kind === "opaque") return [{ risk: "opaque", reason: `what the tool ${call.tool} does is not known` }];
  const isThrough = unnamed.some((effect) => !call.effects.includes(effect));
  if (isThrough) return [{ risk: "opaque", reason: `${call.tool} writes through a name it moves or links itself` }];
  if (call.kind === "command" && call.command?.class !== "changes") return [];
  const hidden = unnamed.length > 0 || files.some(({ effect }) => effect.certainty === "opaque");
  return hidden ? [{ risk: "opaque", reason: `${call.tool} changes files that cannot be named beforehand` }] : [];
}

function staysInScratch({ files, unnamed }: Touch): boolean {
  return files.length > 0 && unnamed.length === 0 && files.every(({ fact }) => fact.place === "scratch");
}

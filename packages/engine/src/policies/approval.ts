import { type Call, type Facts, type Policy, pass, type Risk, type ToolRule } from "@writ/contracts";
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
    ...commandConcerns(call),
    ...unknownConcerns(call, touch, rule),
  ];
  if (risky.length > 0 || facts.config.approval !== "every-change" || staysInScratch(touch)) return risky;
  return [{ risk: "change", reason: `${call.tool} changes something, and every change is asked about` }];
}

function fileConcerns({ effect, fact, leaves }: Touched): Concern[] {
  const concerns: Concern[] = [];
  const inScratch = fact.place === "scratch";
  const overwrites = effect.op === "rename" && !leaves && fact.kind === "file";
  if (fact.links > 1 && effect.op !== "delete" && fact.kind === "file") {
    const reason = `${fact.path} shares its content with another file (hard link)`;
    concerns.push({ risk: "sensitive", reason });
  }
  if (inScratch) return concerns;
  if (effect.op === "delete") concerns.push({ risk: "delete", reason: `deletes ${fact.entry ?? fact.path}` });
  if (overwrites) concerns.push({ risk: "delete", reason: `replaces ${fact.path}` });
  if (effect.op === "rename" && leaves && fact.kind === "directory") {
    concerns.push({ risk: "delete", reason: `moves the folder ${fact.path} with everything in it` });
  }
  if (fact.tier === "sensitive")
    concerns.push({ risk: "sensitive", reason: `changes ${fact.path}, which is sensitive` });
  return concerns;
}

/** Commands that run the project's own programs, or only change files that can be named, need nobody. */
function commandConcerns(call: Call): Concern[] {
  if (call.kind !== "command") return [];
  const reasons = call.command?.reasons ?? [];
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
  if (call.kind === "command" && call.command?.class !== "changes") return [];
  const hidden = unnamed.length > 0 || files.some(({ effect }) => effect.certainty === "opaque");
  return hidden ? [{ risk: "opaque", reason: `${call.tool} changes files that cannot be named beforehand` }] : [];
}

function staysInScratch({ files, unnamed }: Touch): boolean {
  return files.length > 0 && unnamed.length === 0 && files.every(({ fact }) => fact.place === "scratch");
}

import type { DecisionRecord, Intent } from "@writ/contracts";
import { globOwnerOf } from "../../globs.ts";
import { wordFor, yesTo } from "../agreed.ts";
import type { CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import type { Gate } from "../gate.ts";
import { isExpansion } from "./scope.ts";

const file = ".orchestration/active_intents.yaml";

/** Intents that may do more at the head than at the base, or are new, and whether a person's word for that is on record. */
export const widening: Rule = (facts, gate) => {
  if (!facts.before.exists) return [];
  return facts.now.intents.flatMap((intent) => {
    if (intent.proposed === true) return [];
    const was = facts.before.intents.find(({ id }) => id === intent.id);
    const more = moreThan(intent, was);
    if (sayMore(more) === "") return [];
    return [widened(intent, more, `${sayHow(intent, was)} ${sayMore(more)}.`, facts, gate)];
  });
};

function sayHow({ id }: Intent, was: Intent | undefined): string {
  if (was === undefined) return `${id} is new and owns`;
  return was.proposed === true ? `${id} was only proposed, and now owns` : `${id} may do more since this change:`;
}

interface More {
  /** Each of them is to be accepted. */
  globs: string[];
  /** Exclusions that are gone. */
  lifted: string[];
  /** Limits that are gone, in words. */
  limits: string[];
  /** It was complete or blocked, and is not now. */
  isReopened: boolean;
}

/** What was only proposed owned nothing. */
function moreThan({ ownedScope, quick, status }: Intent, was: Intent | undefined): More {
  const before = was === undefined || was.proposed === true ? [] : was.ownedScope;
  const wasOwned = globOwnerOf(before);
  const open = ownedScope.filter((glob) => !glob.startsWith("!") && !wasOwned(glob));
  return {
    globs: open.filter((glob) => !before.includes(glob)),
    // Where all that is owned was owned before, nothing reaches what was left out.
    lifted: open.length === 0 ? [] : before.filter((glob) => glob.startsWith("!") && !ownedScope.includes(glob)),
    limits: was?.quick === undefined || was.proposed === true ? [] : wider(was.quick, quick),
    isReopened: was !== undefined && was.proposed !== true && isClosed(was) && !isClosed({ status }),
  };
}

const isClosed = ({ status }: Pick<Intent, "status">): boolean => status === "COMPLETE" || status === "BLOCKED";

function wider(was: NonNullable<Intent["quick"]>, now: Intent["quick"]): string[] {
  if (now === undefined) return ["without the limits of a quick intent"];
  const isWider = now.expiresAt > was.expiresAt || now.maxFiles > was.maxFiles || now.maxLines > was.maxLines;
  return isWider ? ["wider limits of a quick intent"] : [];
}

function sayMore({ globs, lifted, limits, isReopened }: More): string {
  const left = lifted.map((glob) => `${glob.slice(1)}, which was left out before`);
  return [...globs, ...left, ...limits, ...(isReopened ? ["work on it, which was closed"] : [])].join(", ");
}

function widened(intent: Intent, more: More, what: string, facts: CheckFacts, gate: Gate): Found {
  const yes = answerTo(intent, more, facts, gate);
  const here = { path: file, intent: intent.id };
  if (yes === null)
    return {
      ...here,
      rule: "scope-unapproved",
      message: `${what} It is not on record that a person decided so.`,
      hint: `Look whether the work needs it; whoever wrote it says so with: writ approve --file ${file}`,
    };
  return {
    ...here,
    rule: "scope-widened",
    message: `${what} ${yes.by} accepted it (${yes.assurance ?? "script"}).`,
    hint: "Look whether the work needs it.",
  };
}

interface Answer {
  by?: string;
  assurance?: string;
}

/** A person's word for the intent as it is now, for what it was granted on the way, or for the whole file. */
function answerTo(intent: Intent, more: More, facts: CheckFacts, gate: Gate): Answer | null {
  const reopened = facts.decisions.findLast((one) => isReopening(one, intent));
  const isMore = more.globs.length + more.lifted.length + more.limits.length > 0;
  const scope = isMore ? scopeAnswer(intent, more, facts, gate) : (reopened ?? null);
  if (scope !== null && (!more.isReopened || reopened !== undefined)) return scope;
  const whole = facts.files.find(({ path }) => path === facts.now.intentsFile);
  const word = whole === undefined ? null : wordFor(whole, facts, gate.assurance.sensitive);
  return word?.state === "agreed" ? word : null;
}

const isReopening = ({ decision, by, intent }: DecisionRecord, { id }: Intent): boolean =>
  decision === "reopened" && by !== undefined && intent === id;

function scopeAnswer(intent: Intent, { globs, lifted, limits }: More, facts: CheckFacts, gate: Gate): Answer | null {
  const accepted = facts.decisions.findLast((one) => isAcceptance(one, intent));
  const expansions = facts.decisions.filter((one) => one.intent === intent.id && isExpansion(one, facts, gate));
  const owned = new Set([accepted, ...expansions].flatMap((one) => one?.globs ?? []));
  const isOwned = globs.every((glob) => owned.has(glob)) && lifted.every((glob) => !owned.has(glob));
  if (!isOwned) return null;
  const [expansion] = expansions;
  if (accepted !== undefined) return accepted;
  return lifted.length + limits.length === 0 && expansion !== undefined ? yesTo(expansion.ticket, facts) : null;
}

/** What a person accepted for a time, as a quick intent, they did not accept for good. */
function isAcceptance({ decision, by, intent: about, until }: DecisionRecord, { id, quick }: Intent): boolean {
  if (decision !== "accepted" || by === undefined || about !== id) return false;
  return until === undefined || (quick !== undefined && quick.expiresAt <= until);
}

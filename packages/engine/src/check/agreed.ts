import { type Assurance, type DecisionRecord, deletedContent, isSureEnough } from "@writ/contracts";
import type { CheckedFile, CheckFacts } from "./facts.ts";
import { ownOf } from "./own.ts";

/** What people said of a file as the head has it: nothing, something of another content, or that it is as they want it. */
export type Word = { state: "none" } | { state: "other" | "agreed"; by: string; assurance: string };

const kinds: ReadonlySet<unknown> = new Set(["approved", "trusted", "acknowledged"]);

/** A person's word is for one content of one path, and the last one counts. A renamed file has two paths. */
export function wordFor(file: CheckedFile, { decisions }: Pick<CheckFacts, "decisions">, wanted: Assurance): Word {
  const now = file.op === "delete" ? deletedContent : file.hash;
  const states: [string, string | null][] = [[file.path, now]];
  if (file.from !== undefined) states.push([file.from, deletedContent]);
  const words = states.map(([path, content]) => {
    const last = decisions.findLast((one) => isBound(one, path) && isSureEnough(one.assurance ?? "script", wanted));
    return { last, isSame: ownOf(last?.contents ?? {}, path) === content };
  });
  const last = words[0]?.last ?? words[1]?.last;
  if (last?.by === undefined) return { state: "none" };
  const about = { by: last.by, assurance: last.assurance ?? "script" };
  if (words.every(({ isSame }) => isSame)) return { state: "agreed", ...about };
  return words.every((word) => word.last !== undefined) ? { state: "other", ...about } : { state: "none" };
}

const isBound = ({ decision, by, paths = [], contents = {} }: DecisionRecord, path: string): boolean =>
  kinds.has(decision) && by !== undefined && paths.includes(path) && Object.hasOwn(contents, path);

/** Whether a person's yes to a ticket is on record, surely enough for what it was about. */
export function yesTo(ticket: string | undefined, { answers }: Pick<CheckFacts, "answers">): DecisionRecord | null {
  if (ticket === undefined) return null;
  return answers.find((one) => one.ticket === ticket && isYes(one)) ?? null;
}

const isYes = ({ decision, by }: DecisionRecord): boolean =>
  by !== undefined && (decision === "approved" || decision === "granted");

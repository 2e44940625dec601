import { fail, type Lesson } from "@writ/contracts";
import { isRecord, newShortId, statePath, toShortId, valueIn, withFileLock, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";

/** More than a user will go through is a flood, not help. */
const mostProposed = 50;
/** A lesson is a sentence or two. */
export const longestLesson = 500;

/** A lesson of an agent, until a user accepts or drops it. */
export interface ProposedLesson {
  readonly id: string;
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly session: string;
  readonly intent: string | null;
  readonly text: string;
}

function isProposed(value: unknown): value is ProposedLesson {
  if (!isRecord(value) || !(value.intent === null || typeof value.intent === "string")) return false;
  return [value.id, value.at, value.session, value.text].every((text) => typeof text === "string");
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const fileIn = (root: string): string => statePath(sidecarPaths(root).state, "lessons.json");

/** The lessons that agents proposed, oldest first. */
export async function listLessons(root: string): Promise<ProposedLesson[]> {
  return (valueIn(fileIn(root), isList) ?? []).filter(isProposed);
}

async function change<T>(
  root: string,
  next: (all: ProposedLesson[]) => { kept: ProposedLesson[]; result: T },
): Promise<T> {
  return withFileLock(statePath(sidecarPaths(root).state, "locks", "lessons.lock"), async () => {
    const all = await listLessons(root);
    const { kept, result } = next(all);
    if (kept !== all) await writeJson(fileIn(root), kept, { sync: true });
    return result;
  });
}

/** Keeps a lesson for a user to look at; the same words once. */
export async function proposeLesson(root: string, given: Omit<ProposedLesson, "id">): Promise<ProposedLesson> {
  if (given.text.length > longestLesson)
    throw fail("PAYLOAD_INVALID", { reason: `a lesson has at most ${longestLesson} characters` });
  return change(root, (all) => {
    const known = all.find(({ text }) => text === given.text);
    if (known !== undefined) return { kept: all, result: known };
    if (all.length >= mostProposed)
      throw fail("USAGE", {
        message: `${all.length} proposed lessons are pending already.`,
        fix: "Ask the user to go through them with: writ lesson",
      });
    const result = { ...given, id: newShortId("L") };
    return { kept: [...all, result], result };
  });
}

/** Takes a proposal out, by its id or all of them; what a user then makes of it is theirs. */
export async function takeLessons(root: string, typed: string | "all"): Promise<ProposedLesson[]> {
  const id = typed === "all" ? null : (toShortId("L", typed) ?? typed);
  return change(root, (all) => {
    const result = all.filter((one) => id === null || one.id === id);
    return { kept: result.length === 0 ? all : all.filter((one) => !result.includes(one)), result };
  });
}

/** A proposal as it goes into the file of lessons. */
export const toLesson = ({ at, intent, text }: ProposedLesson): Lesson => ({
  kind: "lesson",
  at,
  intent,
  paths: [],
  text,
});

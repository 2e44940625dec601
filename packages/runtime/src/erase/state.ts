import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  dropLedgerIndex,
  fileNameOf,
  isRecord,
  openFileSnapshots,
  statePath,
  valueIn,
  writeAtomic,
} from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import type { EraseChoice, Told } from "./choose.ts";

/** What of the state goes. */
export interface StateErasing {
  choice: (told: Told) => boolean;
  /** Tickets and grants whose answers go from the ledger: without it their files would be unfounded. */
  answers: ReadonlySet<string>;
  at: string;
  dryRun: boolean;
}

/** Folders with one thing a file, and under which names it tells whose it is. */
const folders: Readonly<Record<string, (value: Record<string, unknown>) => Told>> = {
  sessions: ({ id, seenAt }) => toTold(id, undefined, seenAt),
  tickets: ({ session, by, createdAt }) => toTold(session, by, createdAt),
  grants: ({ by, createdAt }) => toTold(undefined, by, createdAt),
  proposals: ({ session, proposedAt }) => toTold(session, undefined, proposedAt),
  "undo/records": ({ session, at }) => toTold(session, undefined, at),
};

/** What is made from the ledgers, and holds some of what they held. It is made again. */
const derived = ["published/progress.json"];

/** Takes copies of a person's data out of `.state/` and the hooks' logs; gives how many things that are. */
export async function eraseState(
  { root, paths }: Workspace,
  choice: EraseChoice,
  erasing: StateErasing,
): Promise<number> {
  const { dryRun, at } = erasing;
  const doomed = [...single(paths.state, erasing), ...ofSession(paths.state, choice), ...setAside(paths.state, choice)];
  let count = doomed.length;
  if (!dryRun) {
    for (const path of doomed) rmSync(path, { recursive: true, force: true });
    for (const name of derived) rmSync(statePath(paths.state, ...name.split("/")), { force: true });
    await dropLedgerIndex(paths.state);
    // Copies that only the records above spoke of.
    await openFileSnapshots(paths.state).clean(at);
  }
  count += await takeFollowUps(paths.state, erasing);
  count += await takeLogLines(join(root, ".system", "logs"), choice, dryRun);
  return count;
}

function single(state: string, { choice, answers }: StateErasing): string[] {
  return Object.entries(folders).flatMap(([folder, tell]) => {
    const path = statePath(state, ...folder.split("/"));
    const names = namesIn(path).filter((name) => name.endsWith(".json") && !name.startsWith("."));
    return names
      .filter((name) => {
        const value = valueIn(join(path, name), isRecord);
        return answers.has(name.replace(/\.json$/, "")) || (value !== null && choice(tell(value)));
      })
      .map((name) => join(path, name));
  });
}

/** Folders that are a session's own. */
function ofSession(state: string, choice: EraseChoice): string[] {
  if (!("session" in choice)) return [];
  const own = ["pending", "late"].map((folder) => statePath(state, folder, fileNameOf(choice.session)));
  return own.filter((path) => existsSync(path));
}

/** Damaged lines are kept as they are, so a file of them goes as a whole. */
function setAside(state: string, choice: EraseChoice): string[] {
  const folder = statePath(state, "quarantine");
  const files = namesIn(folder).map((name) => join(folder, name));
  if ("before" in choice) return files.filter((path) => statSync(path).mtimeMs < Date.parse(choice.before));
  return files.filter(
    (path) => statSync(path).isFile() && needles(choice).some((word) => readFileSync(path).includes(word)),
  );
}

function needles(choice: EraseChoice): string[] {
  if ("session" in choice) return [JSON.stringify(choice.session)];
  return "people" in choice ? choice.people.map((by) => JSON.stringify(by)) : [];
}

async function takeFollowUps(state: string, { choice, dryRun }: StateErasing): Promise<number> {
  const file = statePath(state, "followups.json");
  const queue = valueIn(file, Array.isArray) ?? [];
  const kept = queue.filter((one: unknown) => !isRecord(one) || !choice(toTold(one.session, undefined, one.at)));
  if (!dryRun && kept.length < queue.length) await writeAtomic(file, `${JSON.stringify(kept)}\n`);
  return queue.length - kept.length;
}

/** A log is one object a line. */
async function takeLogLines(folder: string, choice: EraseChoice, dryRun: boolean): Promise<number> {
  let count = 0;
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const lines = readFileSync(file, "utf8").split("\n");
    const kept = lines.filter((line) => !isOfChoice(line, choice));
    count += lines.length - kept.length;
    if (!dryRun && kept.length < lines.length) await writeAtomic(file, kept.join("\n"));
  }
  return count;
}

function isOfChoice(line: string, choice: EraseChoice): boolean {
  if (!("before" in choice)) return needles(choice).some((word) => line.includes(word));
  const [, time] = /^\{"time":"([^"]+)"/.exec(line) ?? [];
  return time !== undefined && Date.parse(time) < Date.parse(choice.before);
}

function toTold(session: unknown, by: unknown, at: unknown): Told {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { session: text(session), by: text(by), at: text(at) };
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

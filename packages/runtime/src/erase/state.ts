import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  dropLedgerIndex,
  fileNameOf,
  isRecord,
  openFileSnapshots,
  sealIfAny,
  statePath,
  valueIn,
  writeAtomic,
  writeJson,
} from "@writ/stores";
import { forgetLost } from "../snapshot/alarms/known-sessions.ts";
import type { Workspace } from "../workspace/types.ts";
import type { EraseChoice, Told } from "./choose.ts";
import { type StatePlace, statePlaces, toTold } from "./state-places.ts";

/** What of the state goes. */
export interface StateErasing {
  choice: (told: Told) => boolean;
  /** Tickets and grants whose answers go from the ledger: without it their files would be unfounded. */
  answers: ReadonlySet<string>;
  at: string;
  dryRun: boolean;
}

/** Takes copies of a person's data out of `.state/` and the hooks' logs; gives how many things that are. */
export async function eraseState(workspace: Workspace, choice: EraseChoice, erasing: StateErasing): Promise<number> {
  const { root, paths } = workspace;
  const { dryRun, at } = erasing;
  const doomed = [...single(paths.state, erasing), ...ofSession(paths.state, choice), ...setAside(paths.state, choice)];
  let count = doomed.length;
  if (!dryRun) {
    const undos = statePath(paths.state, "undo", "records");
    const copies = doomed.filter((path) => dirname(path) === undos).flatMap(copiesIn);
    for (const path of doomed) rmSync(path, { recursive: true, force: true });
    for (const [name] of placesOf("derived"))
      if (name.endsWith(".json")) rmSync(join(paths.state, name), { force: true });
    await dropLedgerIndex(paths.state);
    await forgetLost(workspace);
    // Copies that only the records above spoke of, however new they are.
    await openFileSnapshots(paths.state).clean(at, await undoDays(workspace), copies);
  }
  for (const list of lists) count += await takeFrom(statePath(paths.state, ...list.split("/")), erasing);
  count += await takePause(workspace, erasing);
  count += await takeLogLines(join(root, ".system", "logs"), choice, dryRun);
  return count;
}

const placesOf = (holds: StatePlace["holds"]): [string, StatePlace][] =>
  Object.entries(statePlaces).filter(([, place]) => place.holds === holds);

async function undoDays({ readConfig }: Workspace): Promise<number | undefined> {
  return readConfig().then(
    ({ config }) => config.retention.undo,
    () => undefined,
  );
}

/** The copies an undo record speaks of, by their hashes. */
function copiesIn(path: string): string[] {
  const files = valueIn(path, isRecord)?.files;
  if (!Array.isArray(files)) return [];
  return files.flatMap((file: unknown) =>
    isRecord(file) && isRecord(file.before) && typeof file.before.hash === "string" ? [file.before.hash] : [],
  );
}

/** A pause that goes on does so without whoever began it. */
async function takePause({ state }: Workspace, { choice, at, dryRun }: StateErasing): Promise<number> {
  const pause = await state.readPause();
  if (pause === null || !choice(toTold(undefined, pause.by, pause.since)) || pause.by === "p-erased") return 0;
  if (!dryRun) await state.writePause(pause.until > at ? { ...pause, by: "p-erased", reason: "erased" } : null);
  return 1;
}

function single(state: string, { choice, answers }: StateErasing): string[] {
  return Object.entries(statePlaces).flatMap(([folder, place]) => {
    if (place.holds !== "things") return [];
    const path = statePath(state, ...folder.split("/"));
    const names = namesIn(path).filter((name) => name.endsWith(".json") && !name.startsWith("."));
    return names
      .filter((name) => {
        const file = join(path, name);
        const value = valueIn(file, isRecord, sealIfAny(state, file));
        return answers.has(name.replace(/\.json$/, "")) || (value !== null && choice(place.tell(value)));
      })
      .map((name) => join(path, name));
  });
}

/** Folders and locks that are a session's own. A lock of one that is over is held by nobody. */
function ofSession(state: string, choice: EraseChoice): string[] {
  if (!("session" in choice)) return [];
  const own = fileNameOf(choice.session);
  return placesOf("sessions").flatMap(([folder]) => {
    const path = statePath(state, folder);
    const names = namesIn(path).filter((name) => name === own || name.startsWith(`session-${own}.lock`));
    return names.map((name) => join(path, name));
  });
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

/** Lists of things that a session did at some time. */
const lists = ["followups.json", "lessons.json", "lines/pieces.json"];

async function takeFrom(file: string, { choice, dryRun }: StateErasing): Promise<number> {
  const list = valueIn(file, Array.isArray) ?? [];
  const kept = list.filter((one: unknown) => !isRecord(one) || !choice(toTold(one.session, undefined, one.at)));
  if (!dryRun && kept.length < list.length) await writeJson(file, kept);
  return list.length - kept.length;
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

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

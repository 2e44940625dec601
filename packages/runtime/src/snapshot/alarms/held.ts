import { lstatSync } from "node:fs";
import type { GrantStore, IntentStore, StateStore, TicketStore } from "@writ/contracts";
import { fail } from "@writ/contracts";
import { globProblem } from "@writ/engine";
import { openFileIntents, openFileState } from "@writ/stores";
import { type SidecarPaths, sidecarPaths } from "../../paths.ts";
import type { Workspace } from "../../workspace/types.ts";
import { acceptedRoot } from "./accepted-copies.ts";
import { type Sighting, sightAgain } from "./sighting.ts";
import { stricterIntents } from "./stricter-intents.ts";

const intentsFiles = [".orchestration/active_intents.yaml", ".orchestration/active_intents.yml"];
const ignoreFile = ".orchestration/.intentignore";
const configFile = ".orchestration/config.yaml";
const trustFile = ".orchestration/.state/trust.json";
const pauseFile = ".orchestration/.state/pause.json";

/** Gives the workspace whose files are read; it is opened with its stores, so later than they are. */
type Opened = () => Workspace;

/** Without a sidecar, or with something else in its place, there is nothing to compare. */
const hasSidecar = ({ dir }: SidecarPaths): boolean =>
  lstatSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;

/** What is accepted now. A user's change is accepted by the first to look. */
async function settledSight(workspace: Workspace): Promise<Sighting | null> {
  const { root, paths } = workspace;
  if (!hasSidecar(paths)) return null;
  const sighting = await sightAgain(root);
  if (!sighting.hasNews) return sighting;
  const { watch } = await import("./watch.ts");
  await watch(workspace, { session: null });
  return sightAgain(root);
}

/** The folder the accepted copies of files are read from; `null` where the files themselves are accepted. */
function copiesIn(root: string, sighting: Sighting | null, files: readonly string[]): string | null {
  if (sighting === null || !files.some((path) => sighting.held.has(path))) return null;
  return acceptedRoot(sidecarPaths(root).state, files, sighting.book.baseline ?? new Map());
}

const copiesFor = async (workspace: Workspace, files: readonly string[]): Promise<string | null> =>
  copiesIn(workspace.root, await settledSight(workspace), files);

/** The folder to read the config from. */
export async function configRoot(workspace: Workspace): Promise<string> {
  return (await copiesFor(workspace, [configFile])) ?? workspace.root;
}

/** The same store. Of intents that changed outside Writ, only what makes them stricter is in force. */
export function acceptedIntents(opened: Opened, store: IntentStore): IntentStore {
  const copies = async (files: readonly string[]): Promise<IntentStore | null> => {
    const root = await copiesFor(opened(), files);
    return root === null ? null : openFileIntents({ root, globProblem });
  };
  return {
    ...store,
    read: async () => {
      const kept = await copies(intentsFiles);
      const now = await store.read();
      return kept === null || now.state !== "ok" ? now : stricterIntents(now, await kept.read());
    },
    readIgnore: async () => {
      const kept = await copies([ignoreFile]);
      const now = await store.readIgnore();
      if (kept === null) return now;
      return [...new Set([...(await kept.readIgnore()), ...now.filter((pattern) => !pattern.startsWith("!"))])];
    },
  };
}

/** The same store. Of trust and a pause that were written outside Writ, only what makes them stricter counts. */
export const acceptedState = (opened: Opened, store: StateStore): StateStore =>
  stricterState(store, (file) => copiesFor(opened(), [file]));

/** The same for the hooks of a repository, which are opened before its workspace. */
export const acceptedTrust = (root: string, store: StateStore): StateStore =>
  stricterState(store, async (file) =>
    hasSidecar(sidecarPaths(root)) ? copiesIn(root, await sightAgain(root), [file]) : null,
  );

function stricterState(store: StateStore, rootOf: (file: string) => Promise<string | null>): StateStore {
  const copies = async (file: string): Promise<StateStore | null> => {
    const root = await rootOf(file);
    return root === null ? null : openFileState(sidecarPaths(root).state);
  };
  return {
    ...store,
    readPause: async () => {
      const kept = await copies(pauseFile);
      const now = await store.readPause();
      return kept === null || now === null ? now : kept.readPause();
    },
    isTrusted: async (what, hash) => {
      const kept = await copies(trustFile);
      return (await store.isTrusted(what, hash)) && (kept === null || (await kept.isTrusted(what, hash)));
    },
    readTrusted: async (what) => {
      const kept = await copies(trustFile);
      const now = await store.readTrusted(what);
      const known = kept === null ? now : await kept.readTrusted(what);
      return now.filter((hash) => known.includes(hash));
    },
  };
}

interface Answers<T> {
  read(id: string): Promise<T | null>;
  list(): Promise<T[]>;
  use(id: string, now: string): Promise<boolean>;
}

/** Answers of users without those that were written outside Writ: they are as good as none. */
function acceptedAnswers<T extends { id: string }>(opened: Opened, folder: string, store: Answers<T>): Answers<T> {
  const isHeld = (sighting: Sighting | null, id: string) =>
    sighting?.held.has(`.orchestration/.state/${folder}/${id}.json`) === true;
  return {
    read: async (id) => {
      const found = await store.read(id);
      return found === null || isHeld(await settledSight(opened()), found.id) ? null : found;
    },
    list: async () => {
      const all = await store.list();
      if (all.length === 0) return all;
      const sighting = await settledSight(opened());
      return all.filter(({ id }) => !isHeld(sighting, id));
    },
    use: async (id, now) => !isHeld(await settledSight(opened()), id) && store.use(id, now),
  };
}

/** The same store without tickets that were written outside Writ. */
export const acceptedTickets = (opened: Opened, store: TicketStore): TicketStore => ({
  ...store,
  ...acceptedAnswers(opened, "tickets", store),
});

/** The same store without grants that were written outside Writ. */
export const acceptedGrants = (opened: Opened, store: GrantStore): GrantStore => ({
  ...store,
  ...acceptedAnswers(opened, "grants", store),
});

/** The same store for a user's command: it shows every ticket, and approves none that was written outside Writ. */
export const answerableTickets = (opened: Opened, store: TicketStore): TicketStore => ({
  ...store,
  answer: async (id, answer, now) => {
    const sighting = await settledSight(opened());
    if (answer.approved && sighting?.held.has(`.orchestration/.state/tickets/${id}.json`) === true)
      throw fail("USAGE", {
        message: `Ticket ${id} was changed outside Writ, so it may not say what it stands for.`,
        fix: "Let the agent repeat the call; it gets a new ticket. See: writ alarms",
      });
    return store.answer(id, answer, now);
  },
});

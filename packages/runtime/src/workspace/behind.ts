import { join } from "node:path";
import type { Call, Event, Facts, FileFact, Session } from "@writ/contracts";
import { canonicalJson, runningInput } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { readBytes } from "./files.ts";
import { type Named, namedFiles } from "./named.ts";
import { type Running, type Runs, runsOf } from "./runs.ts";
import { takenBy, takenContent } from "./taken.ts";
import type { Workspace } from "./types.ts";

type Look = (given: string) => Promise<FileFact>;

/** What the session has written so far: a command may run any of it, however it names it. */
const ownWrites = ({ reads }: Session): string[][] =>
  Object.entries(reads).flatMap(([path, { own, wrote, hash }]) =>
    own === true || wrote === true ? [[path, hash ?? ""]] : [],
  );

/** What went astray, and what a job changed that some session left running: that is written by the session too. */
async function leftBehind(workspace: Workspace, session: Session): Promise<string[][]> {
  const { driftSoFar } = await import("../snapshot/strays/drift-so-far.ts");
  const paths = new Set([...(session.strayed ?? []), ...(await driftSoFar(workspace))]);
  const recorded = new Map(ownWrites(session).map(([path, hash]) => [path, hash]));
  const found = [...paths].sort().map((path) => {
    const bytes = readBytes(join(workspace.root, path));
    return [path, bytes === null ? "" : sha256(bytes)];
  });
  return found.filter(([path, hash]) => recorded.get(path) !== hash);
}

/** Whether it may run something that was not there to be looked at: then no answer stands for longer than one run. */
const isOpen = ({ unplaced, scripts, defined }: Runs): boolean =>
  unplaced.length > 0 || scripts.some(({ made }) => made === true) || defined.some(({ why }) => why === "made");

/** What is known of a call whose words alone do not say what it does. */
export interface Behind {
  readonly runs: Runs;
  /** What an answer to exactly this call depends on, beside the call. */
  readonly bound: unknown;
  /** The content behind it, by file, for a person who asks why an answer does not fit any more. */
  readonly depends: Readonly<Record<string, string>>;
  readonly facts: Pick<Facts, "standing" | "grants" | "runs">;
}

/** What `readBehind` is told of the call. */
interface Asked {
  readonly event: Event;
  readonly call: Call;
  readonly session: Session;
  readonly files: Readonly<Record<string, FileFact>>;
  readonly look: Look;
  readonly now: string;
}

/** Reads what a command runs, and which standing answers there are to it. */
export async function readBehind(workspace: Workspace, asked: Asked): Promise<Behind> {
  const { event, call, session, files, look, now } = asked;
  const running: Running = { call, session, cwd: event.cwd, files, look };
  const found = await runsOf(workspace, running);
  const named: Named = await namedFiles(call, event.cwd, workspace.root, look);
  const taken = await takenBy(workspace, running);
  const runs = { ...found, taken, unplaced: [...new Set([...found.unplaced, ...named.unplaced, ...taken.unplaced])] };
  const content = [
    runs.scripts.map(({ fact, hash }) => [fact.given, fact.path, fact.place, hash]),
    runs.defined.map(({ name, runner, hash }) => [name, runner, hash]),
    takenContent(taken),
  ];
  const places = Object.values(files).map(({ given, path, place, entry, tier }) => [given, path, place, entry, tier]);
  const action = [call.toolName, call.tool, call.kind === "command" ? runningInput(call.input) : call.input];
  const standing =
    session.intent === null || call.expansion !== undefined || isOpen(runs)
      ? undefined
      : sha256(canonicalJson([workspace.root, event.cwd, session.intent, action, places, content, named.files]));
  const all = standing === undefined ? [] : await workspace.grants.list();
  const grants = all.filter(
    ({ binding, intent, until, revokedAt }) =>
      binding === standing && intent === session.intent && revokedAt === undefined && until > now,
  );
  // What nobody can name may be anything that was written here. What an unknown program takes by itself may be too, but
  // a session that goes on with its work must not undo every yes: of that only counts what went past the record.
  const isLoose = isOpen(runs) || taken.unknown.length > 0;
  const left = isLoose ? await leftBehind(workspace, session) : [];
  const own = isOpen(runs) ? [...ownWrites(session), ...left] : left;
  return {
    runs,
    bound: [named.files, content, own, isOpen(runs) ? runs.written : []],
    depends: Object.fromEntries([
      ...named.files,
      ...takenContent(taken),
      ...runs.scripts.map(({ fact, hash }) => [fact.path, hash ?? ""]),
      ...runs.defined.map(({ name, hash }) => [name, hash ?? ""]),
      ...own,
    ]),
    facts: { ...(standing === undefined ? {} : { standing }), grants, runs: runs.changed },
  };
}

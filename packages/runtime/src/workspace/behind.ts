import type { Call, Event, Facts, FileFact, Session } from "@writ/contracts";
import { canonicalJson, runningInput } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { type Runs, runsOf } from "./runs.ts";
import type { Workspace } from "./types.ts";

type Look = (given: string) => Promise<FileFact>;

/** More words of one command are not looked up as files. */
const mostWords = 512;

/** Hash of every workspace or scratch file a command line names: an approved script must not change afterwards. */
async function namedFiles(call: Call, look: Look): Promise<string[][]> {
  const words = (call.command?.text ?? "")
    .split(/[\s"'`;|&()<>=]+/)
    .filter((word) => word !== "" && !word.startsWith("-"));
  const found: string[][] = [];
  for (const word of [...new Set(words)].slice(0, mostWords)) {
    const fact = await look(word);
    if (fact.kind === "file" && fact.hash !== null) found.push([fact.path, fact.hash]);
  }
  return found;
}

/** What the session has written so far: a command may run any of it, however it names it. */
const ownWrites = ({ reads }: Session): string[][] =>
  Object.entries(reads).flatMap(([path, { own, wrote, hash }]) =>
    own === true || wrote === true ? [[path, hash ?? ""]] : [],
  );

/** What is known of a call whose words alone do not say what it does. */
export interface Behind {
  readonly runs: Runs;
  /** What an answer to exactly this call depends on, beside the call. */
  readonly bound: unknown;
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
  const runs = await runsOf(workspace, call, session, look);
  const named = call.kind === "command" ? await namedFiles(call, look) : [];
  const content = [
    runs.scripts.map(({ fact, hash }) => [fact.given, fact.path, fact.place, hash]),
    runs.defined.map(({ name, runner, hash }) => [name, runner, hash]),
  ];
  const places = Object.values(files).map(({ given, path, place, entry, tier }) => [given, path, place, entry, tier]);
  // What the command itself changes is no part of what it was granted for; everything else it names is.
  const changed = new Set(Object.values(files).map(({ path }) => path));
  const still = named.filter(([path = ""]) => !changed.has(path));
  const action = [call.toolName, call.tool, call.kind === "command" ? runningInput(call.input) : call.input];
  const standing =
    session.intent === null || call.expansion !== undefined
      ? undefined
      : sha256(canonicalJson([workspace.root, event.cwd, session.intent, action, places, content, still]));
  const all = standing === undefined ? [] : await workspace.grants.list();
  const grants = all.filter(
    ({ binding, intent, until, revokedAt }) =>
      binding === standing && intent === session.intent && revokedAt === undefined && until > now,
  );
  return {
    runs,
    bound: [named, ownWrites(session), content],
    facts: { ...(standing === undefined ? {} : { standing }), grants, runs: runs.changed },
  };
}

import { join } from "node:path";
import type { Audience, Problem, Shipped, WiredFile, Wiring } from "@writ/contracts";
import { ProblemError } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { kindAt, readIfThere } from "../files.ts";
import { filesOf, stateOn } from "./agents.ts";
import type { Change } from "./change.ts";
import { excludedIn, withExcluded } from "./exclude.ts";
import { planFileRemoval } from "./file-removal.ts";
import type { GitFiles } from "./git-files.ts";
import { shownPath } from "./hook-changes.ts";
import type { InstallRecord, WiredRecord } from "./record.ts";
import { readSettingsFile, type SettingsFile } from "./settings-file.ts";

/** What wiring one agent takes. */
export interface AgentPlan {
  readonly wiring: Wiring;
  readonly audience: Audience;
  /** It is wired for everybody, and was asked for one person: that changes nothing. */
  readonly isShared?: true;
  readonly changes: readonly Change[];
  /** Files that were left as they are, and what a person could put into them. */
  readonly problems: readonly Problem[];
  readonly byHand: readonly { readonly path: string; readonly content: string }[];
}

/** What wiring all that were chosen takes, and how to undo it. */
export interface WiringPlan {
  readonly agents: readonly AgentPlan[];
  /** Keeps personal settings out of git; empty where nothing has to change. */
  readonly exclude: readonly Change[];
  readonly wired: readonly WiredRecord[];
  readonly folders: readonly string[];
  readonly excluded: readonly string[];
}

/** The world wiring is planned in. */
export interface WiringWorld {
  readonly root: string;
  readonly shipped: Shipped;
  readonly git: GitFiles;
  readonly record: InstallRecord | null;
}

/** What is planned so far: files that two agents share are changed once. */
interface Draft {
  readonly files: Map<string, { readonly there: SettingsFile; text: string | null }>;
  readonly wired: Map<string, WiredRecord>;
  readonly folders: Set<string>;
  /** All that Writ keeps out of git here, and which of them for this working copy. */
  readonly excluded: Set<string>;
  readonly own: Set<string>;
}

/** Plans Writ's entries into the settings of some agents. `audience` is what the person said, if they did. */
export async function planWiring(
  wirings: readonly Wiring[],
  audience: Audience | undefined,
  world: WiringWorld,
): Promise<WiringPlan> {
  const excludeText = await excludeTextOf(world.git);
  const draft: Draft = {
    files: new Map(),
    wired: new Map(),
    folders: new Set(),
    excluded: new Set(excludedIn(excludeText)),
    own: new Set(world.record?.excluded),
  };
  const agents: AgentPlan[] = [];
  for (const wiring of wirings) agents.push(await planAgent(wiring, audience, draft, world));
  return {
    agents,
    exclude: planExclude(excludeText, [...draft.excluded], world),
    wired: [...draft.wired.values()],
    folders: [...draft.folders],
    excluded: [...draft.own].filter((path) => draft.excluded.has(path)).sort(),
  };
}

async function planAgent(
  wiring: Wiring,
  said: Audience | undefined,
  draft: Draft,
  world: WiringWorld,
): Promise<AgentPlan> {
  const { root, shipped } = world;
  const now = await audienceNow(wiring, world);
  const audience = said ?? now ?? "team";
  if (said === "personal" && now === "team") {
    const [file] = wiring.files("team", shipped);
    const path = file?.path ?? "";
    const reason = "it is wired for everybody already, and a second hook would only fire twice";
    const skip: Change = { action: "skip", path, file: join(root, path), reason };
    return { wiring, audience: "team", isShared: true, changes: [skip], problems: [], byHand: [] };
  }
  const changes: Change[] = [];
  const problems: Problem[] = [];
  const byHand: { path: string; content: string }[] = [];
  for (const [index, wanted] of wiring.files(audience, shipped).entries()) {
    const file = await chosenFile(root, wanted);
    try {
      changes.push(await planFile(file, audience, draft, world));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(error.problem);
      byHand.push({ path: file.path, content: file.wire(null) });
    }
    // Without the hooks the rest would only look as if the agent were guarded.
    const isLeftAlone = problems.length > 0 || changes.at(-1)?.action === "skip";
    if (index === 0 && isLeftAlone) return { wiring, audience, changes, problems, byHand };
  }
  if (said === "team" && now === "personal") {
    const moved = await planMove(wiring, draft, world);
    changes.push(...moved.changes);
    problems.push(...moved.problems);
  }
  return { wiring, audience, changes, problems, byHand };
}

/** For whom an agent is wired now; `undefined` where it is not. */
async function audienceNow(wiring: Wiring, { root, shipped, git }: WiringWorld): Promise<Audience | undefined> {
  const [team] = wiring.files("team", shipped);
  const [personal] = wiring.files("personal", shipped);
  if (team === undefined || personal === undefined) return undefined;
  const file = await chosenFile(root, team);
  if ((await stateOn(root, file)) === "absent") {
    return personal.path !== team.path && (await stateOn(root, personal)) !== "absent" ? "personal" : undefined;
  }
  if (personal.path !== team.path) return "team";
  if (git.excludeFile === null) return undefined;
  return (await git.isIgnored(file.path)) && !(await git.isTracked(file.path)) ? "personal" : "team";
}

/** Of the files an agent reads the same from, the one to use. */
async function chosenFile(root: string, file: WiredFile): Promise<WiredFile> {
  for (const other of file.others ?? []) {
    if ((await kindAt(join(root, other.path))) !== "absent") return other;
  }
  return file;
}

/** From one person's settings to everybody's: the former are given back, and nothing is kept out of git any more. */
async function planMove(
  wiring: Wiring,
  draft: Draft,
  world: WiringWorld,
): Promise<Pick<AgentPlan, "changes" | "problems">> {
  const { root, shipped } = world;
  const kept = new Set(wiring.files("team", shipped).map(({ path }) => path));
  const changes: Change[] = [];
  const problems: Problem[] = [];
  for (const file of filesOf(wiring, shipped)) {
    draft.excluded.delete(file.path);
    draft.own.delete(file.path);
    if (kept.has(file.path)) continue;
    try {
      const known = world.record?.wired.find(({ path }) => path === file.path) ?? null;
      const change = await planFileRemoval(root, file, known);
      if (change !== null) changes.push(change);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problems.push(error.problem);
    }
  }
  return { changes, problems };
}

async function planFile(file: WiredFile, audience: Audience, draft: Draft, world: WiringWorld): Promise<Change> {
  const { root, git } = world;
  const { path, purpose } = file;
  const known = draft.files.get(path);
  const there = known?.there ?? (await readSettingsFile(root, path));
  const base = { path, file: there.file, purpose };
  if (audience === "personal" && (await git.isTracked(path))) {
    return { action: "skip", ...base, reason: "git tracks it, so it is everybody's; use --team to change it" };
  }
  const before = known === undefined ? there.text : known.text;
  const text = file.wire(before);
  if (audience === "personal" && git.excludeFile !== null) {
    if (!(await git.isIgnored(path))) draft.excluded.add(path);
    // Another working copy may have put it there; this one relies on it too.
    if (draft.excluded.has(path)) draft.own.add(path);
  }
  draft.files.set(path, { there, text });
  draft.wired.set(path, { path, before: originalOf(file, there, world.record), after: sha256(text) });
  for (const folder of there.missing) draft.folders.add(folder);
  if (text === before) return { action: "keep", ...base };
  const action = there.text === null ? "create" : "rewrite";
  return { action, ...base, content: text, mode: there.mode };
}

/** The file without Writ: what is known from the first time counts, as long as Writ is still in it. */
function originalOf(
  file: WiredFile,
  { text, mode, path }: SettingsFile,
  record: InstallRecord | null,
): WiredRecord["before"] {
  if (text === null) return null;
  const encode = (content: string) => ({ mode, content: Buffer.from(content, "utf8").toString("base64") });
  if (file.state(text) === "absent") return encode(text);
  const old = record?.wired.find((one) => one.path === path);
  if (old !== undefined) return old.before;
  const own = file.unwire(text);
  return own === null ? null : encode(own);
}

async function excludeTextOf({ excludeFile }: GitFiles): Promise<string | null> {
  if (excludeFile === null) return null;
  return (await readIfThere(excludeFile))?.toString("utf8") ?? null;
}

function planExclude(text: string | null, paths: readonly string[], { root, git }: WiringWorld): Change[] {
  const { excludeFile: file } = git;
  const next = withExcluded(text, paths);
  if (file === null || next === text) return [];
  const path = shownPath(root, file);
  if (next === null) return [{ action: "delete", path, file }];
  return [{ action: text === null ? "create" : "rewrite", path, file, content: next, mode: 0o644 }];
}

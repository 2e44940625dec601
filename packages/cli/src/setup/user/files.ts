import { join, relative } from "node:path";
import { levelMark } from "@writ/adapters";
import { wirings } from "@writ/adapters/wiring";
import type { AgentId, Shipped, WiredFile, Wiring } from "@writ/contracts";
import { readIfThere } from "../../files.ts";
import { connectedMark } from "../../hook/turn-taking.ts";
import type { Io } from "../../io.ts";
import { isInside } from "../../paths.ts";
import { filesOfPlaced, stateOn } from "../agents.ts";

/** What names the places of a user's settings. */
export type Owner = Pick<Io, "home" | "env">;

/** Settings of a user may lie anywhere (`CODEX_HOME`), so their paths count from the root of the disk. */
export const disk = "/";

/** The files that connect an agent in the settings of a user, with paths from the root of the disk. */
export function userFilesOf(wiring: Wiring, shipped: Shipped, owner: Owner): WiredFile[] {
  const place = (file: WiredFile): WiredFile => ({
    ...file,
    path: relative(disk, placeOf(file.path, wiring, owner)),
    ...(file.others === undefined ? {} : { others: file.others.map(place) }),
  });
  return wiring.userFiles(shipped).map(place);
}

/** Where a file really lies: agents let a variable name their folder. */
function placeOf(path: string, { userFolders = {} }: Wiring, { home, env }: Owner): string {
  for (const [variable, folder] of Object.entries(userFolders)) {
    const named = env[variable];
    if (named !== undefined && named !== "" && path.startsWith(`${folder}/`))
      return join(named, path.slice(folder.length + 1));
  }
  return join(home, path);
}

/** A path from the root of the disk as a user writes it. */
export function shownAtHome(path: string, { home }: Pick<Owner, "home">): string {
  const file = join(disk, path);
  return isInside(file, home) ? `~/${relative(home, file)}` : file;
}

/** Whether an agent is connected in the settings of the user: the files of those that are. */
export async function connectedFiles(wiring: Wiring, owner: Owner): Promise<string[]> {
  const shipped = { plugin: () => "" };
  const files = filesOfPlaced(userFilesOf(wiring, shipped, owner));
  const found = await Promise.all(files.map(isConnectedIn));
  return files.filter((_, at) => found[at]).map(({ path }) => shownAtHome(path, owner));
}

/** Lines that people wrote by hand for an early version are in settings of users too, and act everywhere. */
async function isConnectedIn(file: WiredFile): Promise<boolean> {
  if (file.purpose !== "plugin" && !((await readSilently(file.path)) ?? "").includes(levelMark)) return false;
  return (await stateOn(disk, file)) !== "absent";
}

async function readSilently(path: string): Promise<string | null> {
  const bytes = await readIfThere(join(disk, path)).catch(() => null);
  return bytes?.toString("utf8") ?? null;
}

/** The marks by which hooks of a repository learn that their agent has hooks of the user too. */
export const marks = (): { agent: AgentId; file: string }[] =>
  Object.values(wirings).map(({ agent }) => ({ agent, file: connectedMark(agent) }));

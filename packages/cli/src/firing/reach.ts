import { stat } from "node:fs/promises";
import { join } from "node:path";
import { isWiredAgent, type WiredAgent, wirings } from "@writ/adapters/wiring";
import { isAlive, readContact } from "../daemon/contact.ts";
import { contactFile, findFolder, surroundings } from "../daemon/place.ts";
import { onPath } from "../doctor/on-path.ts";
import { readIfThere } from "../files.ts";
import type { Io } from "../io.ts";
import { filesOf, stateOn } from "../setup/agents.ts";
import { connectedFiles } from "../setup/user/files.ts";

/** Whether there are hooks at all, and whether they get through to Writ. */
export interface Reach {
  /** The agents that are wired here. */
  readonly wired: readonly WiredAgent[];
  /** Those that are connected in the settings of the user, for every governed repository. */
  readonly ofUser: readonly WiredAgent[];
  /** Whether hooks find Writ, as far as can be told without starting anything. */
  readonly isFound: boolean;
}

/** Looks at files only: asking how things stand must stay quick. The doctor tries it out. */
export async function lookAtReach(root: string, io: Pick<Io, "env" | "home" | "platform">): Promise<Reach> {
  const agents = Object.keys(wirings).filter(isWiredAgent);
  const isWired = await Promise.all(agents.map((agent) => hasHooks(root, agent)));
  const isOfUser = await Promise.all(
    agents.map(async (agent) => (await connectedFiles(wirings[agent], io)).length > 0),
  );
  const wired = agents.filter((_, at) => isWired[at]);
  const ofUser = agents.filter((_, at) => isOfUser[at]);
  return { wired, ofUser, isFound: isDaemonUp(root) || (await findsWrit(root, io)) };
}

/** Registered servers alone check nothing. */
async function hasHooks(root: string, agent: WiredAgent): Promise<boolean> {
  const files = filesOf(wirings[agent], { plugin: () => "" }).filter(({ purpose }) => !purpose.startsWith("MCP"));
  const states = await Promise.all(files.map((file) => stateOn(root, file)));
  return states.some((state) => state !== "absent");
}

/** A daemon that runs answers hooks, wherever the command behind it has gone. */
function isDaemonUp(root: string): boolean {
  const { path, state } = findFolder(surroundings());
  const file = state === "private" ? contactFile(path, root) : null;
  const contact = file === null ? null : readContact(file, root);
  return contact !== null && isAlive(contact.pid);
}

/** As the shim looks for it: as `init` wrote it down, else on the path, else in the repository. */
async function findsWrit(root: string, io: Pick<Io, "env" | "platform">): Promise<boolean> {
  const text = await readIfThere(join(root, ".orchestration", ".state", "command")).catch(() => null);
  const [node = "", script = ""] = text?.toString("utf8").split(/\r?\n/) ?? [];
  const hasNode = (await isFile(node)) || (await onPath("node", io)) !== null;
  const hasScript =
    (await isFile(script)) ||
    (await onPath("writ", io)) !== null ||
    (await isFile(join(root, "node_modules", ".bin", "writ")));
  return hasNode && hasScript;
}

async function isFile(path: string): Promise<boolean> {
  if (path === "") return false;
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** What a person should know about it; nothing where hooks get through. */
export function reachLines({ wired, ofUser, isFound }: Reach): string[] {
  if (wired.length === 0 && ofUser.length === 0) return ["No agent is wired here: writ init"];
  return isFound ? [] : ["Hooks do not find Writ, so they refuse every change: writ init"];
}

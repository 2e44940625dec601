import { join } from "node:path";
import { isWiredAgent, type WiredAgent, wirings } from "@writ/adapters/wiring";
import { type Audience, fail, type Shipped, type WiredFile, type Wiring } from "@writ/contracts";
import { onPath } from "../doctor/on-path.ts";
import { kindAt, readIfThere } from "../files.ts";
import type { Io } from "../io.ts";

/** What `--agent` asks for: some by name, or whatever is found. */
export type AgentChoice = readonly WiredAgent[] | "detect";

/** Reads what was given with `--agent`: names, repeated or with commas, `all`, or `none`. */
export function parseAgents(given: readonly string[]): AgentChoice {
  const names = given
    .flatMap((value) => value.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (given.length === 0) return "detect";
  const all = Object.keys(wirings).filter(isWiredAgent);
  if (names.length === 1 && names[0] === "all") return all;
  if (names.length === 1 && names[0] === "none") return [];
  if (names.includes("all") || names.includes("none")) {
    throw fail("USAGE", {
      message: "all and none stand alone.",
      fix: `Say one of the two, or name agents: ${all.join(", ")}.`,
    });
  }
  if (names.includes("roo")) {
    throw fail("USAGE", {
      message: "Roo Code has no hooks, so there is nothing to wire: Writ cannot check its calls.",
      fix: "Give it Writ's own file tools instead: register `writ mcp` as an MCP server in .roo/mcp.json, and take its own away.",
    });
  }
  const unknown = names.find((name) => !isWiredAgent(name));
  if (unknown !== undefined || names.length === 0) {
    throw fail("USAGE", {
      message: unknown === undefined ? "--agent wants a name." : `There is no agent "${unknown}".`,
      fix: `Known are: ${all.join(", ")}; or all, or none.`,
    });
  }
  return all.filter((agent) => names.includes(agent));
}

/** An agent that seems to be used here, and what shows it. */
export interface DetectedAgent {
  readonly agent: WiredAgent;
  readonly wiring: Wiring;
  /** Wired already, at home in the repository, or only on this machine. */
  readonly sign: "wired" | "project" | "machine";
  readonly shown: string;
}

/** The agents with a sign, those of the repository before those of the machine. */
export async function detectAgents(
  root: string,
  shipped: Shipped,
  io: Pick<Io, "home" | "env" | "platform">,
): Promise<DetectedAgent[]> {
  const found: DetectedAgent[] = [];
  for (const [agent, wiring] of Object.entries(wirings)) {
    if (!isWiredAgent(agent)) continue;
    const sign = (await wiredSign(root, wiring, shipped)) ?? (await signOf(root, wiring, io));
    if (sign !== null) found.push({ agent, wiring, ...sign });
  }
  const order = { wired: 0, project: 1, machine: 2 };
  return found.sort((one, other) => order[one.sign] - order[other.sign]);
}

type Sign = Pick<DetectedAgent, "sign" | "shown">;

async function wiredSign(root: string, wiring: Wiring, shipped: Shipped): Promise<Sign | null> {
  for (const file of filesOf(wiring, shipped).filter(({ purpose }) => !purpose.startsWith("MCP"))) {
    if ((await stateOn(root, file)) !== "absent") return { sign: "wired", shown: file.path };
  }
  return null;
}

async function signOf(
  root: string,
  { signs }: Wiring,
  io: Pick<Io, "home" | "env" | "platform">,
): Promise<Sign | null> {
  for (const path of signs.project) {
    if ((await kindAt(join(root, path))) !== "absent") return { sign: "project", shown: path };
  }
  for (const path of signs.home) {
    if ((await kindAt(join(io.home, path))) !== "absent") return { sign: "machine", shown: `~/${path}` };
  }
  for (const name of signs.commands) {
    if ((await onPath(name, io)) !== null) return { sign: "machine", shown: `the command ${name}` };
  }
  return null;
}

/** Every file an agent could be wired in, for everybody or for one person. */
export function filesOf(wiring: Wiring, shipped: Shipped): WiredFile[] {
  const audiences: readonly Audience[] = ["team", "personal"];
  return filesOfPlaced(audiences.flatMap((audience) => wiring.files(audience, shipped)));
}

/** These files and those an agent reads the same from, each once. */
export function filesOfPlaced(files: readonly WiredFile[]): WiredFile[] {
  const all = files.flatMap((file) => [file, ...(file.others ?? [])]);
  return [...new Map(all.map((file) => [file.path, file])).values()];
}

/** How Writ stands in a file on the disk, whatever that is. */
export async function stateOn(root: string, file: WiredFile): Promise<ReturnType<WiredFile["state"]>> {
  const bytes = await readIfThere(join(root, file.path)).catch(() => null);
  return file.state(bytes?.toString("utf8") ?? null);
}

import { isWiredAgent, type WiredAgent, wirings } from "@writ/adapters/wiring";
import type { Session, Shipped } from "@writ/contracts";
import type { Context } from "../../io.ts";
import type { GitFiles } from "../../setup/git-files.ts";
import { connectedFiles } from "../../setup/user/files.ts";
import { type Finding, note } from "../finding.ts";
import { type Around, type Firing, firingFindings, firingOf } from "./firing.ts";
import { type Cage, installedCanary } from "./installed-canary.ts";
import { leftOutOf } from "./left-out.ts";
import { presenceOf } from "./presence.ts";
import { lookAtServer, type Prober, type ServerLook } from "./server.ts";
import { switchFindings } from "./switches.ts";
import { timeOutFindings } from "./time-outs.ts";
import { type TrustState, trustFindings, trustOf } from "./trust.ts";
import { connectedFinding, homeFindings, stateOf, type WiredState, wiredFindings } from "./wired.ts";
import { type FoundFile, findFiles } from "./wired-files.ts";

/** Everything the doctor knows about one agent. */
export interface AgentLook {
  readonly agent: WiredAgent;
  readonly title: string;
  readonly wired: WiredState;
  readonly trusted: TrustState;
  readonly firing: Firing;
  readonly mcp: Pick<ServerLook, "state" | "tools">;
  readonly files: readonly FoundFile[];
  readonly findings: readonly Finding[];
}

/** What is known before any agent is looked at. */
export interface Ward {
  readonly root: string;
  readonly context: Context;
  readonly shipped: Shipped;
  readonly sessions: readonly Session[];
  readonly around: Around;
  readonly wiredAt: string | null;
  /** The settings files `init` wrote down as wired. */
  readonly recorded: ReadonlySet<string>;
  readonly git: GitFiles;
  /** Whether the shim is not Writ's, so that nothing goes through it. */
  readonly isShimForeign: boolean;
  /** `null` where nothing may be started: what the repository brings is not what Writ wrote. */
  readonly cage: Cage | null;
  readonly probe: Prober | null;
}

/** The agents that are here: wired, or with signs of them in the repository or on the machine. */
export async function lookAtAgents(ward: Ward, only: WiredAgent | undefined): Promise<AgentLook[]> {
  const looks: AgentLook[] = [];
  for (const agent of Object.keys(wirings).filter(isWiredAgent)) {
    if (only !== undefined && agent !== only) continue;
    const look = await lookAtAgent(agent, ward);
    if (look.findings.length > 0) looks.push(look);
    else if (only !== undefined) looks.push({ ...look, findings: mark(agent, [unwired(agent)]) });
  }
  const claude = await findFiles(ward.root, wirings["claude-code"], ward.shipped);
  return stateOf(claude) === "not wired" ? looks : looks.map(withDouble);
}

const unwired = (agent: WiredAgent): Finding =>
  note("wired", "Not wired here, so nothing it does is checked.", `Run: writ init --agent ${agent}`);

async function lookAtAgent(agent: WiredAgent, ward: Ward): Promise<AgentLook> {
  const { root, context, sessions, around, wiredAt, cage, probe } = ward;
  const wiring = wirings[agent];
  const files = await findFiles(root, wiring, ward.shipped, ward.recorded);
  const presence = await presenceOf(wiring, root, context);
  const wired = stateOf(files);
  const firing = firingOf(wiring, sessions, around, context.now());
  const basis = { agent, title: wiring.title, wired, firing, files };
  const leftOut = await leftOutOf(wiring, files, ward);
  const about = wiredFindings(wiring, files, { ...presence, recorded: ward.recorded, leftOut });
  const ofUser = await connectedFiles(wiring, context);
  if (wired === "not wired" && ofUser.length > 0) {
    const findings = [
      connectedFinding(wiring, ofUser, false),
      ...(await switchFindings(agent, root, context)),
      ...firingFindings(wiring, firing, { now: context.now(), wiredAt: null, ...presence }),
    ];
    return { ...basis, trusted: "unknown", mcp: { state: "none", tools: null }, findings: mark(agent, findings) };
  }
  if (wired === "not wired") {
    const findings = [...about, ...(await homeFindings(context.home, files))];
    return { ...basis, trusted: "unknown", mcp: { state: "none", tools: null }, findings: mark(agent, findings) };
  }
  const trusted = await trustOf(wiring, { env: context.env, home: context.home, root, files });
  const server = await lookAtServer(agent, files, probe);
  const isHeard = firing.at !== null && firing.at >= (wiredAt ?? "");
  const causes = [
    ...about,
    ...(ofUser.length > 0 ? [connectedFinding(wiring, ofUser, true)] : []),
    ...(await homeFindings(context.home, files)),
    ...(await switchFindings(agent, root, context)),
    ...(presence.onMachine ? trustFindings(wiring, trusted, isHeard) : []),
  ];
  // Why its hooks cannot fire is said already.
  const isExplained = firing.state === "never" && causes.some(({ level }) => level === "error");
  const findings = [
    ...causes,
    ...(isExplained ? [] : firingFindings(wiring, firing, { now: context.now(), wiredAt, ...presence })),
    ...timeOutFindings(agent, files),
    ...(cage === null ? [] : await installedCanary(agent, files, cage)),
    ...(ward.isShimForeign ? [note("canary", "Its hook was not tried: the shim is not Writ's.")] : []),
    ...server.findings,
  ];
  return { ...basis, trusted, mcp: { state: server.state, tools: server.tools }, findings: mark(agent, findings) };
}

const mark = (agent: WiredAgent, findings: readonly Finding[]): Finding[] =>
  findings.map((finding) => ({ ...finding, agent }));

/** Who else reads Claude Code's settings. */
const readers: readonly WiredAgent[] = ["copilot", "cursor"];

/** Says that two hooks for one call are fine, and that one may do for two agents. */
function withDouble(look: AgentLook): AgentLook {
  const { agent, title, wired, findings } = look;
  if (!readers.includes(agent)) return look;
  if (wired !== "not wired") {
    const said = `${title} reads Claude Code's settings too, so both hooks fire; each change is recorded once.`;
    return { ...look, findings: [...findings, ...mark(agent, [note("wired", said)])] };
  }
  // Seen with Copilot; nobody has seen it with the others.
  if (agent !== "copilot" || findings.some(({ level }) => level === "error")) return look;
  const said = `${title} is checked through Claude Code's settings, which it reads. To wire it itself: writ init --agent ${agent}`;
  return { ...look, findings: mark(agent, [note("wired", said)]) };
}

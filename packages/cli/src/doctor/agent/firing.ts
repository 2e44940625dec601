import type { Session, Wiring } from "@writ/contracts";
import type { Context } from "../../io.ts";
import { governingSession, markedAgent } from "../../person.ts";
import { formatDuration } from "../../text/duration.ts";
import { error, type Finding, note, ok, warning } from "../finding.ts";
import type { Presence } from "./presence.ts";

/** What was heard of an agent's hooks: in the session the doctor itself runs in, earlier, or never. */
export type Firing =
  | { readonly state: "here" | "seen"; readonly at: string }
  /** `deaf`: the doctor runs inside this agent, and no hook of this session arrived. */
  | { readonly state: "never" | "deaf"; readonly at: null };

/** What agents call the conversation in the environment of the commands they run. */
const sessionVariables = [
  "CLAUDE_CODE_SESSION_ID",
  "COPILOT_AGENT_SESSION_ID",
  "QWEN_CODE_SESSION_ID",
  "GEMINI_SESSION_ID",
];

/** The agent and the session the doctor runs in, as far as they can be told. */
export interface Around {
  /** As people call it; `null` when a person seems to be asking. */
  readonly marked: string | null;
  readonly session: Session | null;
  /** Whether the agent told the session's name, so that one that is not known was never heard of. */
  readonly isNamed: boolean;
}

/** Looks who started the doctor. */
export async function lookAround(sessions: readonly Session[], { env, ancestors }: Context): Promise<Around> {
  const ids = sessionVariables.map((name) => env[name]).filter((id) => id !== undefined && id !== "");
  const named = sessions.find(({ id }) => ids.includes(id)) ?? null;
  const session = named ?? governingSession(await ancestors(), sessions);
  return { marked: markedAgent(env), session, isNamed: ids.length > 0 };
}

/** A session that the MCP server began tells nothing about hooks: none of them saw the call. */
const isHeardByHooks = ({ servedAt }: Session): boolean => servedAt === undefined;

const day = 86_400_000;

/** What the sessions tell of an agent's hooks. */
export function firingOf({ agent, title }: Wiring, sessions: readonly Session[], around: Around, now: string): Firing {
  const heard = sessions.filter((session) => session.agent === agent && isHeardByHooks(session));
  const here = heard.find(({ id }) => id === around.session?.id);
  if (here !== undefined) return { state: "here", at: here.seenAt };
  const isInside = around.marked !== null && title.endsWith(around.marked);
  const isUnheard = around.session === null || !isHeardByHooks(around.session);
  // A sandbox hides the agent's process: where the session has no name, any that may still run could be this one.
  const mayBeHere = !around.isNamed && heard.some((session) => mayRun(session, now));
  if (isInside && isUnheard && !mayBeHere) return { state: "deaf", at: null };
  const last = heard
    .map(({ seenAt }) => seenAt)
    .sort()
    .at(-1);
  return last === undefined ? { state: "never", at: null } : { state: "seen", at: last };
}

const mayRun = ({ endedAt, seenAt }: Session, now: string): boolean =>
  endedAt === undefined && Date.parse(seenAt) > Date.parse(now) - day;

/** What to say about it, with the command that would prove it. */
export function firingFindings(
  { title, canary }: Wiring,
  firing: Firing,
  world: { now: string; wiredAt: string | null } & Presence,
): Finding[] {
  const proof =
    canary === null
      ? `Start ${title} here, ask it for anything, then run: writ doctor`
      : `Run: ${canary}   then again: writ doctor`;
  switch (firing.state) {
    case "here":
      return [ok("firing", "hooks heard in this very session")];
    case "deaf":
      return [
        error(
          "firing",
          `This runs inside ${title}, and no hook of this session has arrived.`,
          `Leave ${title}, start it again in this folder, then run: writ doctor`,
        ),
      ];
    case "seen": {
      const ago = formatDuration(Date.parse(world.now) - Date.parse(firing.at));
      if (world.wiredAt !== null && firing.at < world.wiredAt)
        return [warning("firing", `Its hooks were last heard ${ago} ago, before it was wired as it is now.`, proof)];
      return [ok("firing", `hooks heard ${ago} ago`)];
    }
    case "never":
      return world.onMachine
        ? [warning("firing", "Its hooks have never been heard here.", proof)]
        : [note("firing", `Never heard here; as far as can be seen, ${title} is not on this machine.`)];
  }
}

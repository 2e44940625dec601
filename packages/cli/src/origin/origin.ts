import type { Session } from "@writ/contracts";
import { governingSession, markedAgent } from "../person.ts";
import { isLost, type ProcessRef } from "../process-tree.ts";
import { type Span, spanAt, spansOf } from "./session-spans.ts";
import type { Clock, Surroundings } from "./surroundings.ts";

/**
 * Who started this process: `inside`, an agent did; `unclear`, a governed session could have; `outside`, none could,
 * and `terminal` says why its terminal does not show that somebody types there, `null` where it does.
 */
export type Origin =
  | { readonly kind: "inside" | "unclear"; readonly sign: string }
  | { readonly kind: "outside"; readonly terminal: string | null };

/** Where a command comes from, from what is known of the sessions of its workspace. */
export async function originOf(world: Surroundings, sessions: readonly Session[]): Promise<Origin> {
  const marked = markedAgent(world.env);
  if (marked !== null) return { kind: "inside", sign: `the environment says this runs inside ${marked}` };
  const [self, ...parents] = await world.lineage();
  const session = governingSession(parents, sessions);
  if (session !== null) return { kind: "inside", sign: `this runs beneath session ${session.id}` };
  if (sessions.length === 0) return { kind: "outside", terminal: null };
  if (world.platform === "win32") return byNames(parents, sessions, world);
  const clock = await world.clock();
  if (self === undefined || clock === null)
    return { kind: "unclear", sign: "the system does not show which processes started this" };
  const space = await world.space();
  const spans = await spansOf(sessions, { space, isRunning: world.isRunning, startTime: clock.startTime });
  const chain: Chain = { lineage: [self, ...parents], clock, spans };
  const sign = await doubtOf(chain, world);
  if (sign !== null) return { kind: "unclear", sign };
  return { kind: "outside", terminal: await terminalDoubt(chain, sessions, world) };
}

/** Windows shows neither orphans nor terminals: names of programs are all there is. */
async function byNames(
  parents: readonly ProcessRef[],
  sessions: readonly Session[],
  { isRunning }: Surroundings,
): Promise<Origin> {
  if (isLost(parents))
    for (const { id, process } of sessions)
      if (process !== undefined && (await isRunning(process)))
        return { kind: "unclear", sign: `nothing shows who started this, and session ${id} is at work` };
  return { kind: "outside", terminal: null };
}

interface Chain {
  readonly lineage: readonly ProcessRef[];
  readonly clock: Clock;
  readonly spans: readonly Span[];
}

/** One step up: what started in the time of a session, and what is above it. */
interface Step {
  readonly child: ProcessRef;
  readonly parent: ProcessRef;
  readonly below: ProcessRef | undefined;
  readonly span: Span;
  readonly clock: Clock;
}

/** Why a session could have started this; `null` where none could. */
async function doubtOf({ lineage, clock, spans }: Chain, world: Surroundings): Promise<string | null> {
  const top = lastStarted({ lineage, clock });
  for (const [index, child] of lineage.entries()) {
    const span = spanAt(spans, clock.startTime(child.started));
    if (span === undefined) continue;
    const parent = lineage[index + 1];
    const doubt =
      index >= top || parent === undefined
        ? await orphanDoubt({ child, spans, clock }, span, world)
        : await requestDoubt({ child, parent, below: lineage[index - 1], span, clock }, world);
    if (doubt !== null) return doubt;
  }
  return null;
}

/** Beneath the process that takes up orphans, a parent is the one that started its child: the last such child. */
function lastStarted({ lineage, clock }: Pick<Chain, "lineage" | "clock">): number {
  const at = lineage.findIndex(({ pid }) => pid === clock.reaper);
  if (at !== -1) return Math.max(at - 1, 0);
  // What comes from outside a container has no parent in it, and its orphans go to the first process.
  const last = lineage.at(-1);
  return clock.reaper === 1 && last?.parent === 0 && last.pid !== 1 ? lineage.length - 1 : 0;
}

const sshServer = /^(?:sshd.*|dropbear)$/;
const spell = ({ name, pid }: ProcessRef): string => `${name} (process ${pid})`;

/** What has no parent of its own any more may come from anything that ran when it started. */
async function orphanDoubt(
  { child, spans, clock }: Pick<Chain, "spans" | "clock"> & { readonly child: ProcessRef },
  span: Span,
  world: Surroundings,
): Promise<string | null> {
  // Only from outside a container does a process come that has no parent in it; an agent can make a container within
  // and come from outside of that, but is not seen from there.
  const comesFromOutside = child.parent === 0 && child.pid !== 1;
  const atThatTime = spans.filter((one) => spanAt([one], clock.startTime(child.started)) !== undefined);
  if (comesFromOutside && atThatTime.every(({ isRunning }) => isRunning)) return null;
  // A login on a console, or one that came over the network, is the system's.
  const [user, own] = await Promise.all([world.userOf(child.pid), world.userOf()]);
  if (user === 0 && own !== 0 && child.name === "login") return null;
  if (user === 0 && own !== 0 && sshServer.test(child.name)) return sshDoubt(child, span, world);
  return `session ${span.session} could have started ${spell(child)}, which runs apart from what started it`;
}

async function sshDoubt(server: ProcessRef, { session }: Span, world: Surroundings): Promise<string | null> {
  if (!(await world.isSshFromHere(server.pid))) return null;
  return `this is an SSH login, a program of this machine is logged in to it, and session ${session} could have started that`;
}

/** What lets a person in, in its own name. */
const doors = /^(?:login|gdm3?|gdm-session-wor.*|sddm.*|lightdm|lxdm|ly|ly-dm|greetd|xdm)$/;
/** What starts programs for whoever asks; a user's `systemd` takes up orphans besides. */
const starters =
  /^(?:cron|crond|fcron|anacron|atd|at-spi.*|systemd.*|init|launchd|dbus-.*|inetd|xinetd|supervisord|dockerd|containerd.*|emacs.*|watchman)$/;
/** Where the system does not tell who holds terminals, these do. */
const terminalPrograms =
  /^(?:tmux.*|screen|zellij|dtach|abduco|ttyd|xterm|kitty|alacritty|ghostty|warp|wezterm.*|hyper|terminal|iterm.*)$/i;

/** What is older than a session may still have started something because that session asked for it. */
async function requestDoubt({ child, parent, below, span, clock }: Step, world: Surroundings): Promise<string | null> {
  // Two that started in the same tick of the clock may have done so in either order.
  const isOlder = clock.startTime(parent.started) <= span.from;
  const held = await world.terminalsOf(parent.pid);
  const holds = held.size > 0 || (world.platform !== "linux" && terminalPrograms.test(parent.name));
  const asked = `session ${span.session} could have asked ${spell(parent)} to start ${spell(child)}`;
  if (holds && (isOlder || held.size > 1)) {
    // Of a login shell the program that logs in comes before.
    const leader = child.name === "login" && below !== undefined ? below : child;
    const isOpened =
      leader.leadsTerminal === true && (leader.terminal === undefined || held.has(numberOf(leader.terminal)));
    return isOpened && (await world.isPrompt(leader.pid, span.from)) ? null : asked;
  }
  if (!isOlder) return null;
  if (sshServer.test(parent.name)) return sshDoubt(parent, span, world);
  if (doors.test(parent.name)) return null;
  const [user, own] = await Promise.all([world.userOf(parent.pid), world.userOf()]);
  return starters.test(parent.name) || (user === 0 && own !== 0) ? asked : null;
}

/** `/dev/tty`, whichever terminal that is. */
const ownTerminal = 5 << 8;
/** Which pseudo-terminal a device is. Linux has eight major numbers for them. */
const numberOf = (device: number): number =>
  (((device >> 8) & 0xfff) - 136) * 0x100000 + ((device & 0xff) | ((device >>> 12) & 0xfff00));

/** Why nothing shows that somebody types at this terminal; `null` where its leader and its owner are outside of every session. */
async function terminalDoubt(
  { lineage, clock, spans }: Chain,
  sessions: readonly Session[],
  world: Surroundings,
): Promise<string | null> {
  const [self] = lineage;
  if (self?.terminal === undefined)
    return lineage.some(({ leadsTerminal }) => leadsTerminal === true) ? null : "no parent of this leads a terminal";
  const { terminal } = self;
  if (terminal === 0) return "this has no terminal of its own";
  if (world.streams().some((stream) => stream !== terminal && stream !== ownTerminal))
    return "what is typed here, or shown, does not go through the terminal this was started on";
  if (!lineage.some(({ pid }) => pid === self.session))
    return "the shell this terminal was opened for is no parent of this";
  for (const holder of await world.holdersOf(numberOf(terminal))) {
    if (lineage.some(({ pid }) => pid === holder)) continue;
    const owner = await world.lineage(holder);
    const within = governingSession(owner, sessions)?.id;
    const since = owner[0] && spanAt(spans, clock.startTime(owner[0].started))?.session;
    const session = within ?? since;
    if (session !== undefined) return `session ${session} could type into this terminal, through process ${holder}`;
  }
  return null;
}

import { stat } from "node:fs/promises";
import {
  type ConfigKey,
  defaultConfig,
  type IntentFinding,
  type Pause,
  ProblemError,
  type Proposal,
  type Session,
  type Ticket,
} from "@writ/contracts";
import { type ConfigRead, sidecarPaths, type Writ } from "@writ/runtime";
import { lookAtReach, type Reach } from "./firing/reach.ts";
import { findUnrecorded, type Unrecorded } from "./firing/unrecorded.ts";
import { countObserved, type Observed } from "./history/observed.ts";
import type { Io } from "./io.ts";
import { later } from "./text/duration.ts";
import { openTickets } from "./tickets.ts";

const day = 24 * 3_600_000;
/** How far back observe mode is summed up. */
const window = 7 * day;

/** Where a workspace stands, gathered for `status`. */
export interface Overview {
  readonly root: string;
  readonly mode: "enforce" | "observe";
  readonly pause: Pause | null;
  readonly intents: { readonly total: number; readonly open: readonly string[] };
  /** Why the intents or the config cannot be used, if they cannot. */
  readonly invalid: { readonly file: string; readonly reason: string } | null;
  readonly sessions: readonly Session[];
  readonly tickets: readonly Ticket[];
  readonly proposals: readonly Proposal[];
  readonly ledger: { readonly bytes: number; readonly last: string | null };
  /** Whether anything of an agent arrives here. */
  readonly reach: Reach;
  /** Changes nobody recorded; `null` where there is no git to tell. */
  readonly unrecorded: Unrecorded | null;
  readonly untrusted: readonly ConfigKey[];
  readonly observed: readonly Observed[];
  readonly findings: readonly (IntentFinding & { readonly file: string })[];
}

/** Reads it all, without changing anything. */
export async function readOverview(writ: Writ, io: Pick<Io, "now" | "run" | "env" | "platform">): Promise<Overview> {
  const now = io.now();
  const { config, untrusted, findings, invalid } = await tryConfig(writ);
  const read = await writ.intents.read();
  const intents = read.state === "ok" ? read.intents : [];
  const pause = await writ.state.readPause();
  const sessions = await writ.sessions.list();
  const open = intents.filter(
    ({ status, proposed }) => proposed !== true && (status === "PENDING" || status === "IN_PROGRESS"),
  );
  return {
    root: writ.root,
    mode: config.mode,
    pause: pause !== null && pause.until > now ? pause : null,
    intents: { total: intents.length, open: open.map(({ id }) => id) },
    invalid: read.state === "invalid" ? { file: read.file, reason: read.reason } : invalid,
    sessions: activeSessions(sessions, now),
    tickets: await openTickets(writ, now),
    proposals: await writ.state.listProposals(),
    ledger: await lookAtLedger(writ),
    reach: await lookAtReach(writ.root, io),
    unrecorded: await findUnrecorded(writ, io, { sessions, brain: config.brain }),
    untrusted,
    observed: config.mode === "observe" ? await countObserved(writ.decisions.read({ since: later(now, -window) })) : [],
    findings: [
      ...(read.state === "missing"
        ? []
        : read.findings.map((finding) => ({ ...finding, file: "active_intents.yaml" }))),
      ...findings.map((finding) => ({ ...finding, file: "config.yaml" })),
    ],
  };
}

/** A config that cannot be used is something to show, not a reason to show nothing. */
async function tryConfig(writ: Writ): Promise<ConfigRead & { invalid: Overview["invalid"] }> {
  try {
    return { ...(await writ.readConfig()), invalid: null };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== "SIDECAR_INVALID") throw error;
    const { file, reason } = error.problem.meta;
    return {
      config: defaultConfig,
      untrusted: [],
      findings: [],
      invalid: { file: String(file), reason: String(reason) },
    };
  }
}

/** Sessions that have not ended and were heard of within a day, the latest first. */
function activeSessions(sessions: readonly Session[], now: string): Session[] {
  const since = later(now, -day);
  return sessions
    .filter(({ endedAt, seenAt }) => endedAt === undefined && seenAt >= since)
    .sort((one, other) => (one.seenAt < other.seenAt ? 1 : -1));
}

async function lookAtLedger(writ: Writ): Promise<Overview["ledger"]> {
  const { traces, decisions } = sidecarPaths(writ.root);
  const sizes = await Promise.all(
    [traces, decisions].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const newest = [...(await writ.traces.last(1)), ...(await writ.decisions.last(1))]
    .map(({ record }) => record.timestamp)
    .sort();
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), last: newest.at(-1) ?? null };
}

import type {
  DecisionKind,
  DecisionRecord,
  EvidenceSummary,
  Grant,
  Intent,
  Ticket,
  TraceRecord,
} from "@writ/contracts";
import { dependenciesOf, dependentsOf, isOpen, type Relation } from "@writ/engine";
import { isInForce } from "@writ/stores";
import type { IndexListener } from "../workspace/ledger-index.ts";
import type { Writ } from "../writ.ts";
import { recordsOf } from "./records.ts";

/** A file an intent changed. */
export interface TouchedFile {
  path: string;
  /** Names of functions, classes and methods, where they are known. */
  symbols: string[];
  changes: number;
  lastAt: string;
}

/** A session that worked under an intent. */
export interface WorkedSession {
  id: string;
  agent: string;
  models: string[];
  changes: number;
  lastAt: string;
  /** Whether it has the intent taken up now. */
  active: boolean;
}

/** What became of an intent, beside its entry in the file. */
export interface IntentLife {
  dependencies: Relation[];
  dependents: Relation[];
  evidence: EvidenceSummary | null;
  /** How it came to stand as it does, oldest first. */
  steps: DecisionRecord[];
  files: TouchedFile[];
  sessions: WorkedSession[];
  models: string[];
  tickets: Ticket[];
  grants: Grant[];
  /** Whether older changes were left out. */
  more: boolean;
}

/** Decisions that change how an intent stands, or what it owns. */
const steps: ReadonlySet<DecisionKind> = new Set(["accepted", "selected", "expanded", "closed", "reopened"]);
const isStep = ({ decision, code }: DecisionRecord) =>
  steps.has(decision) || (decision === "failed" && code === "INTENT_NOT_DONE");

type Source = Pick<Writ, "root" | "state" | "traces" | "decisions" | "tickets" | "grants" | "sessions">;

/** Gathers what became of an intent. */
export async function readIntentLife(
  writ: Source,
  intent: Intent,
  intents: readonly Intent[],
  now: string,
  listener?: IndexListener,
): Promise<IntentLife> {
  const { traces, decisions, more } = await recordsOf(writ, intent.id, listener);
  const sessions = await writ.sessions.list();
  // Who had it taken up when it was closed can do nothing under it.
  const working = isOpen(intent)
    ? sessions.filter((session) => session.intent === intent.id && session.endedAt === undefined)
    : [];
  const tickets = await writ.tickets.list();
  return {
    dependencies: dependenciesOf(intent, intents),
    dependents: dependentsOf(intent, intents),
    evidence: await writ.state.readEvidence(intent.id),
    steps: decisions.filter(isStep),
    files: filesIn(traces),
    sessions: sessionsIn(traces, decisions, new Set(working.map(({ id }) => id))),
    models: [...new Set(traces.flatMap(modelsIn))].sort(),
    tickets: tickets.filter(
      ({ intent: of, status, expiresAt }) => of === intent.id && status === "open" && expiresAt > now,
    ),
    grants: (await writ.grants.list()).filter((grant) => grant.intent === intent.id && isInForce(grant, now)),
    more,
  };
}

function filesIn(traces: readonly TraceRecord[]): TouchedFile[] {
  const files = new Map<string, TouchedFile>();
  for (const trace of traces) {
    for (const { relative_path: path } of trace.files) {
      const { changes = 0, symbols = [] } = files.get(path) ?? {};
      const named = [...new Set([...symbols, ...symbolsIn(trace, path)])].sort();
      files.set(path, { path, symbols: named, changes: changes + 1, lastAt: trace.timestamp });
    }
  }
  return [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Records of others have no metadata, and older ones no symbols. */
function symbolsIn({ metadata }: Partial<Pick<TraceRecord, "metadata">>, path: string): readonly string[] {
  return metadata?.files?.[path]?.symbols ?? [];
}

function modelsIn({ files }: TraceRecord): string[] {
  const claimed = files.flatMap(({ conversations }) => conversations);
  return claimed.map(({ contributor }) => contributor.model_identifier).filter((model) => model !== "unknown");
}

function sessionsIn(
  traces: readonly TraceRecord[],
  decisions: readonly DecisionRecord[],
  active: ReadonlySet<string>,
): WorkedSession[] {
  const found = new Map<string, WorkedSession>();
  const see = (id: string, agent: string, at: string, models: readonly string[], changes: number) => {
    const known = found.get(id) ?? { id, agent, models: [], changes: 0, lastAt: at, active: active.has(id) };
    found.set(id, {
      ...known,
      models: [...new Set([...known.models, ...models])].sort(),
      changes: known.changes + changes,
      lastAt: known.lastAt > at ? known.lastAt : at,
    });
  };
  for (const { session, agent, timestamp, decision } of decisions)
    if (decision === "selected") see(session, agent, timestamp, [], 0);
  for (const trace of traces) {
    const metadata: Partial<TraceRecord["metadata"]> = trace.metadata ?? {};
    if (metadata.session === undefined) continue;
    see(metadata.session, metadata.agent ?? "unknown", trace.timestamp, modelsIn(trace), 1);
  }
  return [...found.values()].sort((one, other) => (one.lastAt < other.lastAt ? -1 : 1));
}

import type {
  Call,
  ChangedFile,
  Config,
  ContentHash,
  DecisionKind,
  DecisionRecord,
  Event,
  IntentsRead,
  PendingCall,
  Session,
  TreeChange,
  Write,
} from "@writ/contracts";
import type { Workspace } from "../workspace/types.ts";
import { mostListed } from "./look/limits.ts";

/** What is known of calls whose end nobody saw. */
export interface Lost {
  /** Something tells that one of them ran; without it a person may have said no. */
  hasRun: boolean;
  /** All that were lost together. */
  invocations: ReadonlySet<string>;
}

/** A call that ended, and what it is already known to have changed. */
export interface Ended {
  event: Pick<Event, "session"> & Partial<Pick<Event, "at">>;
  call: Call;
  pending: PendingCall;
  session: Session;
  config: Config;
  intents: IntentsRead;
  named: readonly ChangedFile[];
  /** Nobody saw the call end: what happened since may be anybody's. */
  lost?: Lost;
  /** Nobody saw the call begin: what happened before may be anybody's. */
  isUnmatched?: boolean;
}

/** The paths of changes, both ends of renames, as many as one record names. */
export const pathsIn = (changes: readonly TreeChange[]): string[] =>
  changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])).slice(0, mostListed);

/** What a record says of changes that nobody claims. */
type Unclaimed = Pick<DecisionRecord, "paths" | "contents" | "lines" | "revision">;

/** Their names, what is there now, by which a file is found again that was moved, and the commit they came after. */
export function unclaimed(changes: readonly TreeChange[], revision: string | null): Unclaimed {
  const paths = pathsIn(changes);
  // A file may be called `__proto__`.
  const contents = new Map<string, ContentHash>();
  for (const { path, after } of changes)
    if (after?.kind === "file" && isContentHash(after.hash) && paths.includes(path)) contents.set(path, after.hash);
  return {
    paths,
    ...(contents.size > 0 && { contents: Object.fromEntries(contents) }),
    ...(revision !== null && { revision }),
  };
}

const isContentHash = (hash: string): hash is ContentHash => /^sha256:[0-9a-f]{64}$/.test(hash);

/** A decision about the call. */
export function decisionOf(
  { ports }: Workspace,
  { event, pending }: Ended,
  decision: DecisionKind,
  details: Unclaimed & { reason: string },
): Write {
  const { tool, toolName, invocationId, intent, session } = pending;
  return {
    kind: "decision",
    record: {
      id: ports.id(),
      timestamp: ports.now(),
      decision,
      agent: event.session.agent,
      session,
      intent,
      tool,
      tool_name: toolName,
      invocation_id: invocationId,
      // A commit may have taken along what the call changed, before it was over.
      ...((decision === "strayed" || decision === "drifted") && { since: pending.at }),
      ...details,
      metadata: {},
    },
  };
}

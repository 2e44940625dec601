import type {
  Call,
  ChangedFile,
  Config,
  DecisionKind,
  Event,
  IntentsRead,
  PendingCall,
  Session,
  TreeChange,
  Write,
} from "@writ/contracts";
import type { Workspace } from "../workspace/types.ts";
import { mostNamed } from "./look/limits.ts";

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
  isLost?: boolean;
  /** Nobody saw the call begin: what happened before may be anybody's. */
  isUnmatched?: boolean;
}

/** The paths of changes, both ends of renames, as many as one record names. */
export const pathsIn = (changes: readonly TreeChange[]): string[] =>
  changes.flatMap(({ path, from }) => (from === undefined ? [path] : [from, path])).slice(0, mostNamed);

/** A decision about the call. */
export function decisionOf(
  { ports }: Workspace,
  { event, pending }: Ended,
  decision: DecisionKind,
  details: { paths?: string[]; reason: string },
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
      ...details,
      metadata: {},
    },
  };
}

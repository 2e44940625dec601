import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { sidecarPaths } from "../paths.ts";
import { type IndexListener, openIndex } from "../workspace/ledger-index.ts";
import type { Writ } from "../writ.ts";

/** The newest records of an intent, oldest first. */
export interface IntentRecords {
  traces: TraceRecord[];
  decisions: DecisionRecord[];
  /** Whether there may be older changes. */
  more: boolean;
}

const most = 2000;

/** What the ledgers hold of an intent, live and published. The only place that knows where it comes from. */
export async function recordsOf(
  { root, traces, decisions }: Pick<Writ, "root" | "traces" | "decisions">,
  intent: string,
  listener?: IndexListener,
): Promise<IntentRecords> {
  const index = await openIndex({ traces, decisions, paths: sidecarPaths(root) }, listener);
  try {
    const changed = await index.lastTraces(most, { intent });
    return {
      traces: changed.reverse(),
      decisions: await index.decisions({ intent }),
      more: changed.length === most,
    };
  } finally {
    index.close();
  }
}

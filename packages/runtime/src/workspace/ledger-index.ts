import type { DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { addedIn } from "@writ/engine";
import { isDecisionRecord, openMemoryIndex, openSqliteIndex, readPublished } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";
import type { Workspace } from "./types.ts";

/** What an index needs of a workspace. */
type Indexed = Pick<Workspace, "traces" | "decisions" | "paths"> & Partial<Pick<Workspace, "ports">>;

/** Who wants to know how it goes. */
export interface IndexListener {
  onProgress?(doneBytes: number, allBytes: number): void;
  /** A sentence for a person; said at most once. */
  onNotice?(text: string): void;
}

/**
 * What the ledgers of a workspace hold, live and published, as of now. The only place that chooses what it is kept in:
 * a database in `.state/`, or memory where there is none for this platform, or where the ledgers are no files.
 */
export async function openIndex(workspace: Indexed, listener: IndexListener = {}): Promise<LedgerIndex> {
  const { traces, decisions } = workspace.ports?.stores ?? {};
  if (traces !== undefined || decisions !== undefined) return readIndex(workspace);
  const tell = listener.onNotice ?? logged(workspace);
  const onDamage = () => tell("The index of the ledgers is damaged, or was changed outside Writ, and is rebuilt.");
  const index = await openSqliteIndex({ ...workspace.paths, addedIn, onDamage });
  if (index === null) {
    const text =
      "No database is available for this platform, so all ledgers are read for each question: it is slower, and as right.";
    tell(text);
    return readIndex(workspace);
  }
  try {
    await index.update(listener.onProgress?.bind(listener));
    return index;
  } catch (error) {
    index.close();
    throw error;
  }
}

/** Brings the index of a workspace up to its ledgers, for whoever asks next. */
export async function updateIndex(root: string): Promise<void> {
  const index = await openSqliteIndex({ ...sidecarPaths(root), addedIn });
  await index?.update();
  index?.close();
}

const logged =
  ({ ports }: Indexed) =>
  (detail: string): void =>
    ports?.log?.({ invocationId: "", phase: "index", detail });

async function readIndex(workspace: Indexed): Promise<LedgerIndex> {
  const traces: TraceRecord[] = [];
  const decisions: DecisionRecord[] = [];
  // Lines that cannot be read are for `verify` to tell of.
  const ignore = (): void => {};
  for await (const { record } of workspace.traces.read({}, ignore)) traces.push(record);
  for await (const { record } of workspace.decisions.read({}, ignore)) decisions.push(record);
  for await (const { record } of readPublished(workspace.paths.published, {}, ignore))
    if (isDecisionRecord(record)) decisions.push(record);
    else traces.push(record);
  return openMemoryIndex({ traces, decisions, addedIn });
}

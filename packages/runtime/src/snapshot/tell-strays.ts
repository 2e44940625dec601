import type { SnapshotStore, UndoFile, UndoRecord, Write } from "@writ/contracts";
import type { Workspace } from "../workspace/types.ts";
import type { Compared } from "./compare.ts";
import { othersAtWork } from "./concurrency.ts";
import { mostNamed } from "./drift.ts";
import { decisionOf, type Ended, pathsIn } from "./ended.ts";
import { keepStrays, type Stray } from "./strays.ts";
import { messageOfStrays, toldOfStrays } from "./told.ts";
import { carryOut, planUndo } from "./undo.ts";

/** What goes on record about strays, and who hears what. */
interface Told {
  writes: Write[];
  context: string;
  messages: string[];
}

/** Puts back at once what nobody else can have written, where the config says so. */
async function undoAtOnce(
  workspace: Workspace,
  { config, event }: Ended,
  record: UndoRecord,
  paths: ReadonlySet<string>,
  store: SnapshotStore,
): Promise<string[]> {
  if (config.strays !== "undo") return [];
  const isFree = ({ path, concurrent }: UndoFile) => concurrent === undefined && paths.has(path);
  const free = { ...record, files: record.files.filter(isFree) };
  const steps = planUndo(workspace.root, free, store).filter(({ state }) => state === "ready");
  const stamp = { at: workspace.ports.now(), agent: event.session.agent, session: event.session.id };
  const { restored } = await carryOut(workspace.root, record, steps, store, stamp);
  // What is left of it waits for a person.
  if (restored.length > 0 && steps.length < record.files.length) {
    const { settled: _, ...open } = record;
    await store.putUndo({ ...open, files: record.files.filter((file) => steps.every((step) => step.file !== file)) });
  }
  return restored;
}

/** A person lets everything pass for a while. */
async function isPaused({ state, ports }: Workspace): Promise<boolean> {
  return ((await state.readPause())?.until ?? "") > ports.now();
}

/** Writes down what strayed and how it is put back, puts it back where that is wanted, and says so. */
export async function tellStrays(
  workspace: Workspace,
  ended: Ended,
  strays: readonly Stray[],
  { stored }: Compared,
  store: SnapshotStore,
): Promise<Told> {
  if (strays.length === 0) return { writes: [], context: "", messages: [] };
  const { event, pending, session, config, isLost = false } = ended;
  const others = isLost ? "nobody saw when it ended" : await othersAtWork(workspace, pending, session);
  const marked = strays.map((stray) => ({ ...stray, concurrent: stray.concurrent ?? others }));
  const stamp = { call: pending, agent: event.session.agent, at: workspace.ports.now() };
  const { record, news } = await keepStrays(marked, stored, store, stamp);
  const own = new Set(strays.map(({ change }) => change.path));
  const isLoose = config.mode === "observe" || (await isPaused(workspace));
  const undone = isLoose ? [] : await undoAtOnce(workspace, ended, record, own, store);
  // Said once: a test run that writes the same report each time is one thing to decide.
  const isNews = !isLoose && (news.length > 0 || undone.length > 0);
  const paths = pathsIn(strays.map(({ change }) => change));
  const how = others === null ? "" : " concurrent";
  const reason = `${record.id}${how}`;
  return {
    writes: [
      decisionOf(workspace, ended, "strayed", { paths, reason }),
      ...(undone.length === 0
        ? []
        : [decisionOf(workspace, ended, "undone", { paths: undone.slice(0, mostNamed), reason: record.id })]),
    ],
    context: isNews ? toldOfStrays(record, undone) : "",
    messages: isNews ? [messageOfStrays(record, undone)] : [],
  };
}

import type { SnapshotStore, TreeState, UndoFile, UndoRecord, Write } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";
import type { Compared } from "../compare.ts";
import { decisionOf, type Ended, unclaimed } from "../ended.ts";
import { mostListed } from "../look/limits.ts";
import { carryOut } from "../undo/undo.ts";
import { planUndo } from "../undo/undo-plan.ts";
import { othersAtWork } from "./concurrency.ts";
import { doubts } from "./doubts.ts";
import { isLoose } from "./loose.ts";
import { strayLines } from "./stray-lines.ts";
import { keepStrays, type Stray } from "./strays.ts";
import { messageOfStrays, type StrayNews, toldOfStrays } from "./told.ts";
import { notYetTold } from "./told-before.ts";

/** What goes on record about strays, and who hears what. */
interface Told {
  writes: Write[];
  context: string;
  messages: string[];
}

const noUndo: StrayNews["undone"] = { paths: [], id: null };

/** Puts back at once what nobody else can have written, where the config says so. */
async function undoAtOnce(
  workspace: Workspace,
  { config, event }: Ended,
  record: UndoRecord,
  paths: ReadonlySet<string>,
  store: SnapshotStore,
): Promise<StrayNews["undone"]> {
  if (config.strays !== "undo") return noUndo;
  const isFree = ({ path, concurrent }: UndoFile) => concurrent === undefined && paths.has(path);
  const free = { ...record, files: record.files.filter(isFree) };
  const steps = planUndo(workspace.root, free, store).filter(({ state }) => state === "ready");
  const stamp = { at: workspace.ports.now(), agent: event.session.agent, session: event.session.id };
  const { restored, record: back } = await carryOut(workspace.root, record, steps, store, stamp);
  return { paths: restored, id: back?.id ?? null };
}

/** Why nobody knows when the call ran; `null` when that is known. */
function halfKnown({ lost, isUnmatched }: Ended): string | null {
  if (lost !== undefined) return lost.hasRun ? doubts.noEnd : doubts.notRun;
  return isUnmatched === true ? doubts.noBeginning : null;
}

const hasNews = ({ news, again, undone }: StrayNews): boolean =>
  [news, again, undone.paths].some((some) => some.length > 0);

/** A test run that writes the same report each time is one thing for a person to decide. */
const isReport = ({ before, after }: UndoFile): boolean =>
  before === null && after?.kind === "file" && (after.mode & 0o100) === 0;

/** Writes down what strayed and how it is put back, puts it back where that is wanted, and says so. */
export async function tellStrays(
  workspace: Workspace,
  ended: Ended,
  found: readonly Stray[],
  { stored, head }: Pick<Compared, "stored"> & Pick<TreeState, "head">,
  store: SnapshotStore,
): Promise<Told> {
  const { event, pending, session, config, lost } = ended;
  // Others may have ended, and told theirs, since a call that was lost began.
  const own = { since: pending.at, own: lost?.invocations ?? new Set() };
  const strays = lost === undefined ? found : await notYetTold(found, own, store);
  if (strays.length === 0) return { writes: [], context: "", messages: [] };
  const others = halfKnown(ended) ?? (await othersAtWork(workspace, pending, session));
  const marked = strays.map((stray) => ({ ...stray, concurrent: stray.concurrent ?? others }));
  const isQuiet = await isLoose(workspace, config);
  const isUntold = lost?.hasRun === true && !isQuiet;
  const stamp = { call: pending, agent: event.session.agent, at: workspace.ports.now(), isUntold };
  const { record, news, again } = await keepStrays(marked, stored, store, stamp);
  const touched = new Set(strays.map(({ change }) => change.path));
  const undone = isQuiet ? noUndo : await undoAtOnce(workspace, ended, record, touched, store);
  const told: StrayNews = { record, news, again, undone };
  const heard: StrayNews = { ...told, again: again.filter((file) => !isReport(file)) };
  const changes = strays.map(({ change }) => change);
  const lines = await strayLines(workspace.root, changes, stored, store);
  const about = { ...unclaimed(changes, head), ...lines };
  const how = others === null ? "" : " concurrent";
  // What perhaps never ran is blamed for nothing.
  const isBlamed = lost === undefined || lost.hasRun;
  return {
    writes: [
      isBlamed
        ? decisionOf(workspace, ended, "strayed", { ...about, reason: `${record.id}${how}` })
        : decisionOf(workspace, ended, "drifted", { ...about, reason: `${record.id} no-post-event` }),
      ...(undone.paths.length === 0
        ? []
        : [decisionOf(workspace, ended, "undone", { paths: undone.paths.slice(0, mostListed), reason: record.id })]),
    ],
    context: !isQuiet && hasNews(told) ? toldOfStrays(told) : "",
    messages: !isQuiet && hasNews(heard) ? [messageOfStrays(heard)] : [],
  };
}

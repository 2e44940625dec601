import type { About, Event, HookContext, MergedResult, Told } from "@writ/contracts";
import { hookEventOf } from "@writ/contracts";
import { merge, type RanHook, toContext } from "@writ/engine";
import { keepEffects } from "./effects.ts";
import {
  endBox,
  type LateSaying,
  leaveSaying,
  placeIn,
  reopenBox,
  says,
  takeLate,
  takeLeft,
  tidyBoxes,
} from "./late-box.ts";
import { noticesOf } from "./notices.ts";
import type { LayerHearing } from "./open-layer.ts";
import { type Crew, type EventReport, runEvent } from "./run-event.ts";
import { stillRuns } from "./start-late.ts";
import { type Saying, tell } from "./tell.ts";

/** What hearing events takes. */
export interface Ears {
  readonly crew: Crew;
  readonly now: () => string;
  /** What was written down before and need not be again. */
  readonly mentioned: Set<string>;
}

/** What of a session's changes each event is about. */
async function contextOf(event: Event, about: About, root: string, environment: string): Promise<HookContext> {
  const name = hookEventOf[event.name];
  const since = name === "SessionStop" ? "stop" : name === "SessionEnd" || name === "UserPromptSubmit" ? "start" : null;
  const changedFiles = since === null ? undefined : await about.changed?.(since);
  const touchedFiles = name === "SessionStop" ? await about.changed?.("start") : undefined;
  return toContext(event, { ...about, changedFiles, touchedFiles }, { root, environment });
}

/** What is not new is not written down again. */
function worthLogging({ mentioned }: Ears, { runs, kept }: EventReport): RanHook[] {
  return runs.filter(({ hook, run }) => {
    if (kept.has(hook.id)) return false;
    if (run.status !== "skipped") return true;
    const key = `${hook.id} ${run.reason}`;
    const isNew = !mentioned.has(key);
    mentioned.add(key);
    return isNew;
  });
}

async function writeDown(ears: Ears, context: HookContext, report: EventReport): Promise<void> {
  const { event_type: event, session_id: session } = context;
  const runs = worthLogging(ears, report);
  const stamp = { time: ears.now(), event, session };
  await keepEffects(
    ears.crew.root,
    stamp,
    runs.map(({ run }) => run),
    merge(runs, event),
  );
}

const nothing: Saying = { messages: [], abilities: [], documents: [], newIntents: [] };

function together(one: Saying, other: Saying): Saying {
  return {
    messages: [...one.messages, ...other.messages],
    abilities: [
      ...one.abilities,
      ...other.abilities.filter(({ id }) => !one.abilities.some((known) => known.id === id)),
    ],
    documents: [...one.documents, ...other.documents],
    newIntents: [...one.newIntents, ...other.newIntents],
  };
}

/** A refusal comes too late, but is worth a word. */
function saidBy({ hook, event, run }: LateSaying): MergedResult {
  const merged = merge([{ hook, run }], event);
  return merged.blocked === null ? merged : { ...merged, messages: [merged.blocked.message, ...merged.messages] };
}

/** What hooks of earlier events said meanwhile; of a session that is over, only what is meant for the person. */
function earlier(root: string, session: string): Saying {
  const own = takeLate(root, session).map(saidBy);
  const left = takeLeft(root).map((one) => ({
    ...nothing,
    messages: saidBy(one).messages.map((message) => `From an earlier session (${one.hook.id}): ${message}`),
  }));
  return [...left, ...own].reduce<Saying>(together, nothing);
}

/** What the agent shows nobody now waits for the session's next event. */
async function withhold(
  root: string,
  { event_type: event, session_id: session }: HookContext,
  runs: readonly RanHook[],
) {
  for (const { hook, run } of runs) {
    // That a hook goes on is no news by the time somebody hears of it.
    if (run.status !== "late" && says({ hook, event, run }))
      await leaveSaying(placeIn(root, session), { hook, event, run });
  }
}

/** Whose boxes are whose, as sessions come and go. */
function keepBoxes(root: string, { event_type: event, session_id: session }: HookContext, now: string): void {
  try {
    if (event === "SessionEnd") endBox(root, session);
    if (event !== "SessionStart") return;
    reopenBox(root, session);
    tidyBoxes(root, Date.parse(now));
  } catch {
    // What hooks said earlier is told later, or not at all: no reason to stop anybody.
  }
}

/** One event, from what happened to what is to be told. What cannot be written down changes no decision. */
export async function hearEvent(ears: Ears, event: Event, about: About, hearing: LayerHearing): Promise<Told | null> {
  const { crew } = ears;
  const { root } = crew;
  const context = await contextOf(event, about, root, hearing.environment);
  const report = await runEvent(crew, context, hearing);
  await writeDown(ears, context, report).catch(() => {});
  const isUnheard = report.runs.some(({ run }) => run.reason === stillRuns);
  const rest = { ...(report.deny === null ? {} : { deny: report.deny }), ...(isUnheard ? { unheard: true } : {}) };
  if (hearing.tells === false) await withhold(root, context, report.runs).catch(() => {});
  keepBoxes(root, context, ears.now());
  const told = hearing.tells === false ? rest : { ...(await toldOf(ears, context, report, hearing)), ...rest };
  return Object.keys(told).length === 0 ? null : told;
}

async function toldOf(
  { crew }: Ears,
  { event_type: name, session_id: session }: HookContext,
  { runs }: EventReport,
  hearing: LayerHearing,
): Promise<Told> {
  const notices = name === "SessionStart" && hearing.depth === 0 ? await noticesOf(crew, hearing.environment) : [];
  const said = together(earlier(crew.root, session), merge(runs, name));
  return tell(crew.root, { ...said, messages: [...notices, ...said.messages] });
}

import {
  type Criterion,
  type CriterionOnDisk,
  criteriaOf,
  criterionOnDisk,
  type Intent,
  type TraceRecord,
} from "@writ/contracts";
import { isOpen, type Relation } from "../intents/relations.ts";
import { type RecentChange, recentChanges } from "./recent.ts";
import { escapeXml, fitting, shortened } from "./text.ts";

/** What is known of an intent beside its entry in the file. */
export interface Background {
  /** Traces of this intent; the last five are shown (R60). */
  traces?: readonly TraceRecord[];
  /** Newest last; where it is not given, the file's own `recent_history` is. */
  history?: readonly string[];
  /** How the intents stand that this one depends on. */
  dependencies?: readonly Relation[];
}

const shownHistory = 10;
const shownRelations = 20;
const waiting = "Not all of these are complete. You may work on this intent; it is done only once they are.";

/** The context of one intent, and of no other, for the model that took it up (R46, R47). */
export function toIntentXml(intent: Intent, background: Background = {}): string {
  const json = toIntentJson(intent, background);
  return [
    "<intent_context>",
    `  <id>${escapeXml(json.id)}</id>`,
    `  <name>${escapeXml(json.name)}</name>`,
    `  <status>${escapeXml(json.status)}</status>`,
    ...list("owned_scope", "glob", intent.ownedScope),
    ...list("constraints", "constraint", intent.constraints),
    ...elements("acceptance_criteria", fittingCriteria(intent), criterionElement),
    ...dependencies(background.dependencies ?? []),
    ...list("related_files", "file", intent.relatedFiles),
    ...list("recent_history", "entry", historyOf(intent, background)),
    ...changes(json.recent_changes),
    "</intent_context>",
  ].join("\n");
}

/** The same content as JSON (R48). */
export function toIntentJson(intent: Intent, background: Background = {}): IntentContext {
  return {
    id: shortened(intent.id),
    name: shortened(intent.name),
    status: intent.status,
    owned_scope: fitting(intent.ownedScope).kept,
    constraints: fitting(intent.constraints).kept,
    acceptance_criteria: fittingCriteria(intent).kept.map(criterionOnDisk),
    ...(background.dependencies && background.dependencies.length > 0
      ? { depends_on: [...background.dependencies] }
      : {}),
    related_files: fitting(intent.relatedFiles).kept,
    recent_history: fitting(historyOf(intent, background)).kept,
    recent_changes: recentChanges(background.traces ?? []),
  };
}

/** An intent's context, in the spelling used on disk and on the wire. */
export interface IntentContext {
  id: string;
  name: string;
  status: Intent["status"];
  owned_scope: string[];
  constraints: string[];
  acceptance_criteria: CriterionOnDisk[];
  /** Only where there are some. */
  depends_on?: Relation[];
  related_files: string[];
  recent_history: string[];
  recent_changes: RecentChange[];
}

function historyOf(intent: Intent, { history }: Background): readonly string[] {
  return (history ?? intent.recentHistory).slice(-shownHistory);
}

function list(name: string, item: string, values: readonly string[]): string[] {
  return elements(name, fitting(values), (value) => `<${item}>${escapeXml(value)}</${item}>`);
}

function elements<T>(name: string, { kept, left }: { kept: readonly T[]; left: number }, draw: (value: T) => string) {
  if (kept.length === 0 && left === 0) return [`  <${name}/>`];
  const lines = kept.map((value) => `    ${draw(value)}`);
  return [`  <${name}>`, ...lines, ...(left > 0 ? [`    <more count="${left}"/>`] : []), `  </${name}>`];
}

/** The criteria that fit, commands included: what a person will run is what the work must pass. */
function fittingCriteria(intent: Intent): { kept: Criterion[]; left: number } {
  const criteria = criteriaOf(intent);
  const { kept, left } = fitting(criteria.map(({ text, run }) => text + (run ?? "")));
  return {
    kept: criteria.slice(0, kept.length).map(({ text, run, ...rest }) => ({
      ...rest,
      text: shortened(text),
      ...(run === undefined ? {} : { run: shortened(run) }),
    })),
    left,
  };
}

function criterionElement({ text, run }: Criterion): string {
  const command = run === undefined ? "" : ` run="${oneLine(run)}"`;
  return `<criterion${command}>${escapeXml(text)}</criterion>`;
}

function dependencies(relations: readonly Relation[]): string[] {
  if (relations.length === 0) return [];
  const shown = relations.slice(0, shownRelations);
  const left = relations.length - shown.length;
  return [
    "  <depends_on>",
    ...shown.map(({ id, status }) => {
      return `    <intent status="${attribute(status ?? "unknown")}">${escapeXml(shortened(id))}</intent>`;
    }),
    ...(left > 0 ? [`    <more count="${left}"/>`] : []),
    ...(relations.some(isOpen) ? [`    <note>${escapeXml(waiting)}</note>`] : []),
    "  </depends_on>",
  ];
}

function changes(recent: readonly RecentChange[]): string[] {
  if (recent.length === 0) return ["  <recent_changes/>"];
  const lines = recent.flatMap((change) => {
    return [
      `    <change at="${attribute(change.at)}" tool="${attribute(change.tool)}" class="${attribute(change.mutation_class)}">`,
      ...change.files.map((file) => `      <file>${escapeXml(file)}</file>`),
      ...(change.more > 0 ? [`      <more count="${change.more}"/>`] : []),
      "    </change>",
    ];
  });
  return ["  <recent_changes>", ...lines, "  </recent_changes>"];
}

function attribute(value: string): string {
  return oneLine(value.slice(0, 80));
}

function oneLine(value: string): string {
  return escapeXml(value).replace(/\s/g, " ");
}

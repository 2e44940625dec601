import type { Intent, TraceRecord } from "@writ/contracts";
import { type RecentChange, recentChanges } from "./recent.ts";
import { escapeXml, fitting, shortened } from "./text.ts";

/** What is known of an intent beside its entry in the file. */
export interface Background {
  /** Traces of this intent; the last five are shown (R60). */
  traces?: readonly TraceRecord[];
  /** Newest last; where it is not given, the file's own `recent_history` is. */
  history?: readonly string[];
}

const shownHistory = 10;

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
    ...list("acceptance_criteria", "criterion", intent.acceptanceCriteria),
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
    acceptance_criteria: fitting(intent.acceptanceCriteria).kept,
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
  acceptance_criteria: string[];
  related_files: string[];
  recent_history: string[];
  recent_changes: RecentChange[];
}

function historyOf(intent: Intent, { history }: Background): readonly string[] {
  return (history ?? intent.recentHistory).slice(-shownHistory);
}

function list(name: string, item: string, values: readonly string[]): string[] {
  if (values.length === 0) return [`  <${name}/>`];
  const { kept, left } = fitting(values);
  const lines = kept.map((value) => `    <${item}>${escapeXml(value)}</${item}>`);
  return [`  <${name}>`, ...lines, ...(left > 0 ? [`    <more count="${left}"/>`] : []), `  </${name}>`];
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
  return escapeXml(value.slice(0, 80)).replace(/\s/g, " ");
}

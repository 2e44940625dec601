import type { DocumentSuggestion, HookRun, MergedResult } from "@writ/contracts";
import type { Played } from "@writ/runtime";
import type { Io } from "../../io.ts";
import { columns } from "../../text/table.ts";
import { visible, visibleLines } from "../../text/visible.ts";

/** Whether an event was refused, or a hook failed over it. */
export function isBad({ runs, merged }: Played): boolean {
  return merged.blocked !== null || runs.some(({ status }) => status === "failed" || status === "timeout");
}

const widest = 2_000;

/** What each hook said, what was skipped and why, and what came of it together; `routed` is what its intents lead to. */
export function tellPlayed(
  { runs, merged }: Played,
  routed: readonly DocumentSuggestion[],
  { print, paint }: Pick<Io, "print" | "paint">,
): void {
  if (runs.length === 0) print("No hook listens to this event.");
  const heads = columns(
    runs.map((run) => [run.hook, run.status, whenOf(run)]),
    "",
  );
  runs.forEach((run, at) => {
    const head = heads[at] ?? "";
    const strokes = { ok: paint.green, late: paint.yellow, skipped: paint.dim, "would run": paint.green };
    const stroke = run.status in strokes ? strokes[run.status as keyof typeof strokes] : paint.red;
    print(stroke(head));
    for (const line of detailsOf(run)) print(`    ${line.slice(0, widest)}`);
  });
  const together = linesOf(merged, routed);
  if (together.length === 0) return;
  print();
  print(paint.bold("Together"));
  for (const line of together) print(`  ${line.slice(0, widest)}`);
}

function whenOf({ status, reason, durationMs, cached }: HookRun): string {
  const took = `${Math.round(durationMs)} ms${cached === true ? ", from the cache" : ""}`;
  if (status === "skipped" || status === "would run") return reason ?? "";
  return reason === undefined ? took : `${took}: ${reason}`;
}

function detailsOf({ stderr, result = {} }: HookRun): string[] {
  const said = Object.entries(result).map(([key, value]) => visible(`${key}: ${JSON.stringify(value)}`));
  const kept = stderr === undefined || stderr.trim() === "" ? [] : [visible(`stderr: ${stderr.trim()}`)];
  return [...said, ...kept];
}

function linesOf(merged: MergedResult, routed: readonly DocumentSuggestion[]): string[] {
  const { blocked, messages, abilities, documents, newIntents, followUps, matcherSuggestions, errors } = merged;
  const lines = [
    ...(blocked === null ? [] : [`refused by ${blocked.hook}: ${blocked.message}`]),
    ...messages.map((message) => `to the person: ${message}`),
    ...abilities.map(({ id, reason, confidence }) => `ability ${id}${sure(confidence)}: ${reason}`),
    ...documents.map(({ path, reason }) => `document ${path}: ${reason}`),
    ...newIntents.map(
      ({ intent, scope, topic }) =>
        `documents for ${[scope, topic, intent].filter(Boolean).join(" / ")}${routed.length === 0 ? ": none fits" : ""}`,
    ),
    ...routed.map(({ path, reason }) => `document ${path}: ${reason}`),
    ...followUps.map(({ kind, payload }) => `follow-up ${kind} ${JSON.stringify(payload)}`),
    ...matcherSuggestions.map(({ ability_id, signal, weight }) => `matcher ${ability_id}: ${signal} ${weight}`),
    // A refusal is told above; where nothing can be refused, it is only a word.
    ...errors.filter(({ hook }) => hook !== blocked?.hook).map(({ hook, error }) => `${hook} reports: ${error}`),
  ];
  // A reason of several lines stays one; the later ones stand below the first.
  return lines.flatMap((line) => visibleLines(line).map((part, at) => (at === 0 ? part : `  ${part}`)));
}

const sure = (confidence: number | undefined) => (confidence === undefined ? "" : ` (${confidence.toFixed(2)})`);

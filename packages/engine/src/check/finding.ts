import type { CheckFinding, CheckRule, CheckSeverity, LineSpan } from "@writ/contracts";
import type { CheckFacts } from "./facts.ts";
import type { Gate } from "./gate.ts";

/** A finding before it is weighed. */
export type Found = Omit<CheckFinding, "severity" | "fingerprint" | "path" | "lines"> & {
  path?: string | null;
  lines?: readonly LineSpan[];
  /** Whatever its rule weighs, it weighs no more than this: a person's word, or something else, speaks for it. */
  most?: CheckSeverity;
};

/** A pure rule: facts in, findings out. */
export type Rule = (facts: CheckFacts, gate: Gate) => readonly Found[];

/** Findings that say the same of the same file become one, with all their lines. */
export function mergeFound(found: readonly Found[]): (Found & { path: string | null; lines: LineSpan[] })[] {
  const groups = new Map<string, Found & { path: string | null; lines: LineSpan[] }>();
  for (const one of found) {
    const key = JSON.stringify([one.rule, one.path ?? null, one.message]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { ...one, path: one.path ?? null, lines: [...(one.lines ?? [])] });
    else known.lines.push(...(one.lines ?? []));
  }
  return [...groups.values()].map((one) => ({ ...one, lines: mergeSpans(one.lines) }));
}

/** Spans in order, with those that touch as one. */
export function mergeSpans(spans: readonly LineSpan[]): LineSpan[] {
  const merged: LineSpan[] = [];
  for (const [start, end] of [...spans].sort((one, other) => one[0] - other[0] || one[1] - other[1])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1] + 1) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** What a finding is known by again: its rule, its file and whom it is about, not its lines. */
export function fingerprintOf(rule: CheckRule, { path, message, intent, commit }: Omit<Found, "rule">): string {
  // A message names what it is about, but may count lines.
  const text = [rule, path ?? "", intent ?? "", commit ?? "", message.replace(/\d+/g, "#")].join("\n");
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at += 1) {
    one = Math.imul(one ^ text.charCodeAt(at), 0x01000193);
    other = Math.imul(other ^ text.charCodeAt(at), 0x85ebca6b) ^ (other >>> 13);
  }
  const hex = (value: number) => (value >>> 0).toString(16).padStart(8, "0");
  return `${hex(one)}${hex(other)}`;
}

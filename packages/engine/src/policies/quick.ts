import { allSpent, type Call, type Change, type Facts, type Intent, type Verdict } from "@writ/contracts";
import { deny } from "./deny.ts";
import type { Touched } from "./touched.ts";

/** A quick intent is small: nothing sensitive, a few files, a few lines (design 6). `null` when the call fits. */
export function quickProblem(call: Call, facts: Facts, intent: Intent, files: readonly Touched[]): Verdict | null {
  if (intent.quick === undefined) return null;
  const { maxFiles, maxLines } = intent.quick;
  const changed = files.filter(({ fact }) => fact.place === "workspace");
  const refuse = (why: string, details: Readonly<Record<string, unknown>>) =>
    deny("BLOCKED_BY_POLICY", {
      by: "quick",
      intent: intent.id,
      message: `Quick intent ${intent.id} ${why}. Ask a person for a full intent: writ intent add`,
      ...details,
    });

  const sensitive = changed.find(({ fact }) => fact.tier === "sensitive");
  if (sensitive !== undefined) {
    return refuse(`may not change ${sensitive.fact.path}, which is sensitive`, { path: sensitive.fact.path });
  }
  const unsaid = changed.find(({ effect }) => effect.change === undefined && ["create", "modify"].includes(effect.op));
  if (unsaid !== undefined) {
    const why = `changes files only with tools that say what they write, and ${unsaid.fact.path} would be changed otherwise`;
    return refuse(why, { path: unsaid.fact.path });
  }
  const before = facts.spent ?? { files: [], lines: 0 };
  if (before.lines >= allSpent.lines)
    return refuse("counts as used up: the note of what it used is damaged or missing", {});
  const count = new Set([...before.files, ...changed.map(({ fact }) => fact.path)]).size;
  if (count > maxFiles)
    return refuse(`may change ${maxFiles} files, and this would be number ${count}`, { files: count });
  const lines = before.lines + linesOf(call);
  if (lines > maxLines) return refuse(`may change ${maxLines} lines, and this would make it ${lines}`, { lines });
  return null;
}

/** How many lines a call changes, as far as its payload says. */
export function linesOf(call: Pick<Call, "effects">): number {
  return call.effects.reduce((sum, { change }) => sum + (change === undefined ? 0 : changedLines(change)), 0);
}

function changedLines(change: Change): number {
  switch (change.kind) {
    case "content":
      return countLines(change.content);
    case "edits":
      return change.edits.reduce((sum, edit) => sum + Math.max(countLines(edit.old), countLines(edit.new)), 0);
    case "patch":
      return change.patch.split("\n").filter((line) => /^(?:\+(?!\+\+ )|-(?!-- ))/.test(line)).length;
  }
}

function countLines(text: string): number {
  if (text === "") return 0;
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

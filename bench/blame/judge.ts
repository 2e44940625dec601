// Compares what blame says of a working copy with who really made its lines.
import { openWorkspace } from "../../packages/runtime/src/create-writ.ts";
import { blame } from "../../packages/runtime/src/lineage/blame.ts";
import { openIndex } from "../../packages/runtime/src/workspace/ledger-index.ts";
import { marksOf } from "./text.ts";
import type { Truth } from "./truth.ts";
import type { Copy } from "./world.ts";

/** How often blame was right. `wrong`: a trace is named that did not make the line. `missed`: none is named, and one did. */
export interface Tally {
  right: number;
  wrong: number;
  missed: number;
  humans: number;
  unknown: number;
  /** A person's line of which blame says that nobody knows, and an agent's that it takes for a person's. */
  doubted: number;
  taken: number;
}

export const noTally = (): Tally => ({ right: 0, wrong: 0, missed: 0, humans: 0, unknown: 0, doubted: 0, taken: 0 });

/** The lines blame was asked about, and what it said that was not so. */
export interface Judged {
  all: Tally;
  byOperation: Record<string, Tally>;
  mistakes: string[];
  /** Of every line: where it is, and what was said. */
  answers: string[];
}

interface Line {
  place: string;
  text: string;
  said: string;
  why: string;
}

/** Judges every line of a copy that has a marked word. */
export async function judge(copy: Pick<Copy, "root" | "paths" | "read">, truth: Truth): Promise<Judged> {
  const workspace = await openWorkspace(copy.root);
  const index = await openIndex(workspace);
  const lines = new Map<string, Line[]>();
  const answers: string[] = [];
  for (const path of copy.paths()) {
    const told = await blame(workspace, index, path);
    for (const [at, text] of copy.read(path).entries()) {
      const [name] = marksOf(text);
      const { author, trace, why = "" } = told[at] ?? { author: "nothing", trace: null };
      const line = { place: `${path}:${at + 1}`, text, said: author === "ai" ? (trace ?? "?") : author, why };
      answers.push(`${line.place} ${line.said} ${why}`.trimEnd());
      if (name === undefined) continue;
      lines.set(name, [...(lines.get(name) ?? []), line]);
    }
  }
  index.close();
  await workspace.traces.close();
  await workspace.decisions.close();
  const judged: Judged = { all: noTally(), byOperation: {}, mistakes: [], answers };
  for (const [name, found] of lines) judgeMark(judged, truth, name, found);
  return judged;
}

function judgeMark(judged: Judged, truth: Truth, name: string, lines: readonly Line[]): void {
  const mark = truth.marks.get(name);
  if (mark === undefined) throw new Error(`${name} was never written`);
  const makers = [...mark.makers];
  if (truth.twins.has(name) || truth.doubled.has(name)) return;
  // Where a copy or its original is gone, nobody can say which of them is left. A broken line is in pieces.
  if (makers.length > 1 && lines.length !== makers.length) return;
  for (const line of lines.toSorted(
    (one, other) => Number(!makers.includes(one.said)) - Number(!makers.includes(other.said)),
  )) {
    const here = makers.indexOf(line.said);
    const maker = makers.length === 1 ? (makers[0] ?? "?") : (makers.splice(Math.max(here, 0), 1)[0] ?? "?");
    for (const operation of mark.operations) {
      judged.byOperation[operation] ??= noTally();
      count(judged.byOperation[operation], maker, line.said);
    }
    count(judged.all, maker, line.said);
    if (maker !== line.said)
      judged.mistakes.push(
        `${line.place} ${JSON.stringify(line.text)} is ${maker}, said ${line.said} ${line.why}`.trimEnd(),
      );
  }
}

function count(tally: Tally, maker: string, said: string): void {
  const isNamed = said !== "human" && said !== "unknown";
  if (said === "unknown") tally.unknown += 1;
  if (maker === "human") tally.humans += 1;
  if (maker === "human" && said === "unknown") tally.doubted += 1;
  if (maker !== "human" && said === "human") tally.taken += 1;
  if (isNamed && said !== maker) tally.wrong += 1;
  if (maker === "human") return;
  if (said === maker) tally.right += 1;
  else tally.missed += 1;
}

import type { ContentHash, LineShape } from "@writ/contracts";
import { firstAt, type Search, split } from "./search.ts";
import type { Place, StepTable } from "./step-table.ts";
import type { Change, FileStep } from "./steps.ts";

/**
 * Who made a line: the step of a trace, a person, or nobody can tell. `raced`: its call was overtaken by somebody else.
 * `unfollowed`: its file's lines were not followed. `missing`: the record of an earlier change is not there.
 * `unwatched`: something an agent left running may have written it. `unsure`: it came from git, where a call may have
 * put it. `contested`: two records of one id tell of it, and say different things.
 */
export type LineOrigin =
  | FileStep
  | "person"
  | "raced"
  | "unfollowed"
  | "missing"
  | "unwatched"
  | "unsure"
  | "contested";

/** Where a line comes from. */
export interface Source {
  readonly origin: LineOrigin;
  /** Of a line that no step made: the step that found it there, and the one that had left the file without it. */
  readonly foundBy: FileStep | null;
  readonly leftBy: FileStep | null;
  /** Where it stood in the version that the step made or found it in, counted from 0, and how it looked there. */
  readonly place?: number;
  readonly shape?: LineShape | undefined;
}

/** Where the lines of one version come from. */
export interface Trail {
  readonly sources: Source[];
  /** What lines look like, where a step tells. */
  readonly shapes: (LineShape | undefined)[];
  /** What is not in the table, and may tell more. */
  readonly wanted: { paths: Set<string>; versions: Set<ContentHash>; alike: Alike[] };
}

/** A file that had what a step made in another one: the one that had it first was copied. */
export interface Alike {
  readonly path: string;
  /** What was found in it: its hash, and git's id of it where that is known. */
  readonly versions: readonly string[];
  readonly maker: FileStep;
}

/** Follows the lines of a version back to the steps that made them; `null` for a version no step tells of. */
export function trailOf(table: StepTable, path: string, version: ContentHash, length?: number): Trail | null {
  const elsewhere = table.madeAnywhere(version);
  const place = table.first(path, version) ?? (elsewhere === null ? null : { step: elsewhere, side: "after" });
  return place === null ? null : trailFrom(table, place, length);
}

/** The same for a version of which it is known who tells. `null` where its length is not known, or is another. */
export function trailFrom(table: StepTable, place: Place, given?: number): Trail | null {
  const { step, side } = place;
  const told = side === "after" ? step.change?.length : step.since?.length;
  const length = told ?? given;
  if (length === undefined || (given !== undefined && given !== length)) return null;
  const trail: Trail = {
    sources: Array.from({ length }, () => nobody),
    shapes: Array.from({ length }),
    wanted: { paths: new Set(), versions: new Set(), alike: [] },
  };
  const lines = Int32Array.from({ length }, (_, line) => line);
  walk(table, trail, { ...place, lines, places: lines.slice() });
  return trail;
}

const nobody: Source = { origin: "missing", foundBy: null, leftBy: null };

/** `given` counts how often the lines were found to come from where they were copied. */
type Task = Search & Place & { given?: number };

/** Lines that go back and forth between files may lead in a ring. */
const mostGiven = 3;

function walk(table: StepTable, trail: Trail, first: Task): void {
  const tasks = [first];
  // Every hop leads back in time, unless clocks differ: then a ring is possible, but no way is longer than all steps.
  let left = (table.all.length + 1) * 16;
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (left <= 0) settle(trail, task.lines, { ...nobody, foundBy: task.step });
    else tasks.push(...(task.side === "after" ? throughCall(table, trail, task) : throughGap(table, trail, task)));
    left -= 1;
  }
}

/** From the version a step made to the one it met; what was not there is the step's. */
function throughCall(table: StepTable, trail: Trail, task: Task): Task[] {
  const { step } = task;
  const { change } = step;
  const returned = table.returned(step);
  if (returned !== null) {
    if (change !== null) look(trail, task, change);
    if (returned.step.path !== step.path) noteAlike(trail, step.path, [step.after, step.blob], returned.step);
    return [{ ...task, ...returned }];
  }
  const own = { ...nobody, origin: makerIn(step), foundBy: step };
  if (change === null) {
    settle(trail, task.lines, step.before === null ? own : { ...own, origin: "unfollowed" });
    return [];
  }
  look(trail, task, change);
  const { fresh, stayed, moved } = split(task, change.kept);
  for (const [at, line] of fresh.lines.entries()) trail.sources[line] = { ...own, place: fresh.places[at] ?? -1 };
  const tasks: Task[] = stayed.lines.length === 0 ? [] : [{ ...task, ...stayed, side: "before" }];
  for (const { run, search } of moved) {
    const { path = "", version } = run;
    const beside = table.beside(step, path);
    const besides = beside === null ? null : ({ step: beside, side: "before" } as const);
    const place = version === undefined ? besides : table.first(path, version, step);
    if (place !== null) tasks.push({ ...task, ...search, ...place });
    else {
      trail.wanted.paths.add(path);
      settle(trail, search.lines, { ...nobody, origin: foreignOf(step, version), foundBy: step });
    }
  }
  return [...tasks, ...givenTo(table, task, fresh)];
}

/** Who made the lines that are new in a step. */
function makerIn(step: FileStep): LineOrigin {
  if (step.isRaced) return "raced";
  return step.isUntold ? "unsure" : step;
}

/** Whose the lines of a version are that no step tells of: what git alone had, a person made. */
function foreignOf({ unsure }: FileStep, version: ContentHash | undefined): LineOrigin {
  if (version === undefined || version.includes(":")) return "missing";
  return unsure.has(version) ? "unsure" : "person";
}

/** Lines that were copied here first, and then taken out where they were copied from, come from there. */
function givenTo(table: StepTable, { step, given: times = 0 }: Task, { lines, places }: Search): Task[] {
  if (step.after === null || lines.length === 0 || times >= mostGiven) return [];
  return table.givers(step.path, step.after).flatMap(({ step: giver, given }): Task[] => {
    const [from, to] = [firstAt(places, given.start), firstAt(places, given.start + given.count)];
    const there = places.slice(from, to).map((place) => place - given.start + given.stood);
    return from === to
      ? []
      : [{ lines: lines.slice(from, to), places: there, step: giver, side: "before", given: times + 1 }];
  });
}

/** From the version a step met to the one last known before; what was not there is a person's. */
function throughGap(table: StepTable, trail: Trail, task: Task): Task[] {
  const { step } = task;
  const { from, before, since } = step;
  if (since !== null) look(trail, task, since);
  const first = before === null ? null : table.first(from, before, step);
  if (first !== null) return [{ ...task, ...first }];
  const maker = before === null ? null : table.madeAnywhere(before, step);
  if (maker !== null && !table.hadBefore(from, maker)) {
    noteAlike(trail, from, [before, step.blobBefore], maker);
    return [{ ...task, step: maker, side: "after" }];
  }
  trail.wanted.paths.add(from);
  if (since === null) {
    if (before !== null) trail.wanted.versions.add(before);
    settle(trail, task.lines, { ...nobody, origin: before === null ? "missing" : "person", foundBy: step });
    return [];
  }
  const leftBy = table.made(from, since.version, step);
  const { fresh, stayed } = split(task, since.kept);
  const origin = since.isUnknown ? "unwatched" : "person";
  for (const [at, line] of fresh.lines.entries()) {
    const place = fresh.places[at] ?? -1;
    trail.sources[line] = { origin, foundBy: step, leftBy, place, shape: since.shapes.get(place) };
  }
  if (stayed.lines.length === 0) return [];
  if (leftBy !== null) return [{ ...task, ...stayed, step: leftBy, side: "after" }];
  settle(trail, stayed.lines, { ...nobody, foundBy: step });
  return [];
}

function noteAlike({ wanted }: Trail, path: string, versions: readonly unknown[], maker: FileStep): void {
  wanted.alike.push({ path, versions: versions.filter((version) => typeof version === "string"), maker });
}

function settle({ sources }: Trail, lines: Int32Array, source: Source): void {
  for (const line of lines) sources[line] = source;
}

/** Notes what lines look like; what was told last counts. */
function look({ shapes }: Trail, { lines, places }: Search, change: Change): void {
  for (const [place, shape] of change.shapes) {
    for (let at = firstAt(places, place); places[at] === place; at += 1) shapes[lines[at] ?? -1] ??= shape;
  }
}

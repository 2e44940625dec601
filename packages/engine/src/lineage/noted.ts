import type { Aftermath, ChangedFile, Cut, FileContent, KnownLines, LineShape, TraceFileMeta } from "@writ/contracts";
import { linesOf } from "../lines/split.ts";
import { type Changing, changeBetween, changesOf } from "./change.ts";
import { shapeOf, sumText } from "./shape.ts";

/** Above this many lines, a file's lines are not followed. */
const mostLines = 100_000;
/** A cut of more lines than this is no piece to be put elsewhere. */
const mostCut = 2000;

/** What a record and the next call know of a changed file's lines. */
export interface Noted {
  meta: Pick<TraceFileMeta, "change" | "since">;
  /** `null` for a file that is gone, or has no lines to follow. */
  known: KnownLines | null;
  cut?: Cut;
}

/** How the lines of a call's files follow from those before, and from what Writ last knew of them. */
export function noteLines({
  changed,
  known,
  cuts,
  hash,
}: Pick<Aftermath, "changed" | "known" | "cuts" | "hash">): Map<string, Noted> {
  const files = changed.flatMap((file) => followed(file, known, hash) ?? []);
  const changes = changesOf(files, cuts);
  return new Map(
    files.map(({ path, from, old, now, before, after }): [string, Noted] => {
      const last = before === null ? null : known(from ?? path);
      const isForeign = last !== null && before !== null && last.version !== before.hash;
      const since = isForeign ? sinceOf(last, old) : null;
      const { change, gone } = changes.get(path) ?? { gone: [] };
      const cut =
        before === null || gone.length === 0 || gone.length > mostCut
          ? null
          : cutOf(from ?? path, before.hash, old, gone);
      return [
        path,
        {
          meta: { ...(change && { change }), ...(since !== null && { since }) },
          known: after === null ? null : { version: after.hash, shapes: now },
          ...(cut !== null && { cut }),
        },
      ];
    }),
  );
}

function sinceOf(last: KnownLines, old: readonly LineShape[]): NonNullable<TraceFileMeta["since"]> {
  const change = changeBetween(last.shapes, old);
  const same = new Set<number>();
  for (const [start, count, stood] of change.kept)
    for (let nth = 0; nth < count; nth += 1)
      if (last.shapes[stood - 1 + nth]?.print === old[start - 1 + nth]?.print) same.add(start + nth);
  const lines = old.flatMap((shape, at): [number, string, string][] =>
    same.has(at + 1) ? [] : [[at + 1, shape.print, sumText(shape)]],
  );
  return { version: last.version, ...change, lines };
}

type Followed = Changing & Pick<ChangedFile, "before" | "after">;

function followed(file: ChangedFile, known: Aftermath["known"], hash: Aftermath["hash"]): Followed | null {
  const { path, from, before, after } = file;
  const [oldKeys, newKeys] = [keysOf(before), keysOf(after)];
  if (oldKeys === null || newKeys === null) return null;
  const last = before === null ? null : known(from ?? path);
  const shapes =
    last !== null && last.version === before?.hash ? last.shapes : oldKeys.map((line) => shapeOf(line, hash));
  const byText = new Map(oldKeys.map((line, at) => [line, shapes[at]]));
  const now = newKeys.map((line) => byText.get(line) ?? shapeOf(line, hash));
  return { path, ...(from === undefined ? {} : { from }), old: shapes, now, before, after };
}

function keysOf(content: FileContent | null): string[] | null {
  if (content === null) return [];
  if (content.text === null) return null;
  const lines = linesOf(content.text);
  return lines.length > mostLines ? null : lines;
}

function cutOf(path: string, version: string, shapes: readonly LineShape[], gone: readonly number[]): Cut {
  const runs: { stood: number; shapes: LineShape[] }[] = [];
  for (const at of gone) {
    const shape = shapes[at];
    const last = runs.at(-1);
    if (shape === undefined) continue;
    if (last !== undefined && last.stood - 1 + last.shapes.length === at) last.shapes.push(shape);
    else runs.push({ stood: at + 1, shapes: [shape] });
  }
  return { path, version, runs };
}

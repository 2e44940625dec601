import type { Aftermath, ChangedFile, KnownLines, LineShape, Piece, TraceFileMeta } from "@writ/contracts";
import { linesOf } from "../lines/split.ts";
import type { Brought } from "./brought.ts";
import { type Changing, changeBetween, changesOf } from "./change.ts";
import { commonMark, shapeOf, sumText } from "./shape.ts";
import { isFollowed } from "./steps.ts";

/** A piece of more lines than this is not one to be put elsewhere. */
const mostMoved = 2000;

/** What a record and the next call know of a changed file's lines. */
export interface Noted {
  meta: Pick<TraceFileMeta, "change" | "since" | "given" | "unsure">;
  /** Lines that git brought, counted from 0: whoever's they are, they are not the call's. */
  brought: ReadonlySet<number>;
  /** Nobody knew this version before: git's id of it is worth keeping. */
  isNew: boolean;
  /** `null` for a file that is gone. */
  known: KnownLines | null;
}

/** How the lines of a call's files follow from those before, and from what Writ last knew of them. */
export function noteLines({
  changed,
  known,
  pieces,
  unwatched,
  hash,
  facts,
  call,
}: Pick<Aftermath, "changed" | "known" | "pieces" | "unwatched" | "hash" | "facts" | "call">): {
  noted: Map<string, Noted>;
  added: Piece[];
  used: Piece[];
} {
  const files = changed.flatMap((file) => followed(file, known, hash) ?? []);
  const by = { session: facts.session.id, call: call.id, at: facts.now };
  const { changes, used } = changesOf(
    files,
    pieces.filter(({ session }) => session === by.session),
  );
  const noted = new Map<string, Noted>();
  const added: Piece[] = [];
  for (const { path, from = path, old, now, before, after, last, isUntold } of files) {
    const found = changes.get(path);
    if (found === undefined) continue;
    const { change, given, brought, gone, fresh } = found;
    const unsure = isUntold || unsureIn(brought);
    const isNew = before !== null && last?.version !== before.hash;
    const since = isNew && last !== null ? { since: sinceOf(last, old, unwatched) } : {};
    noted.set(path, {
      meta: { change, ...since, ...(given.length > 0 && { given }), ...(unsure !== null && { unsure }) },
      brought: new Set(brought.keys()),
      isNew,
      known: after === null ? null : { version: after.hash, shapes: now },
    });
    if (before !== null) added.push(...pieceOf({ op: "cut", ...by, path: from, version: before.hash }, old, gone));
    if (after !== null) added.push(...pieceOf({ op: "paste", ...by, path, version: after.hash }, now, fresh));
    // Of a file that was renamed they are its own, and what is taken out again is not where it was put.
    const cut = new Set(gone.flatMap((at) => old[at]?.print ?? []));
    used.push(...pieces.filter((piece) => piece.path === from && (from !== path || isCut(piece, cut))));
    // What is back where it was cut out was not moved, whoever has it later.
    const back = new Set([...fresh, ...brought.keys()].flatMap((at) => now[at]?.print ?? []));
    used.push(...pieces.filter((piece) => piece.path === path && isBack(piece, back)));
  }
  return { noted, added, used };
}

function sinceOf(last: KnownLines, old: readonly LineShape[], unwatched: boolean): NonNullable<TraceFileMeta["since"]> {
  const change = changeBetween(last.shapes, old);
  const same = new Set<number>();
  for (const [start, count, stood] of change.kept)
    for (let nth = 0; nth < count; nth += 1)
      if (last.shapes[stood - 1 + nth]?.print === old[start - 1 + nth]?.print) same.add(start + nth);
  const lines = old.flatMap((shape, at): [number, string, string][] =>
    same.has(at + 1) ? [] : [[at + 1, shape.print, sumText(shape)]],
  );
  return { version: last.version, ...change, ...(unwatched && { unknown: true as const }), lines };
}

/** Versions that lines were brought from, and that nobody is known to have made; `null` for none. */
function unsureIn(brought: Brought): string[] | null {
  const unsure = new Set([...brought.values()].flatMap(({ from }) => (from.isUnsure ? from.version : [])));
  return unsure.size === 0 ? null : [...unsure];
}

type Followed = Changing & Pick<ChangedFile, "before" | "after"> & { last: KnownLines | null; isUntold: boolean };

function followed(file: ChangedFile, known: Aftermath["known"], hash: Aftermath["hash"]): Followed | null {
  const { path, from, before, after } = file;
  const last = before === null ? null : known(from ?? path);
  const byText = new Map<string, LineShape>();
  const shape = (line: string): LineShape => {
    const found = byText.get(line) ?? shapeOf(line, hash);
    byText.set(line, found);
    return found;
  };
  const oldLines = textLines(before);
  // What is known of the lines serves also where no copy of them was kept.
  const isKnown = last !== null && last.version === before?.hash;
  if (isKnown)
    for (const [at, line] of (oldLines ?? []).entries())
      byText.set(line, { ...(last.shapes[at] ?? shapeOf(line, hash)), ...commonMark(line) });
  const old = oldLines?.map(shape) ?? (isKnown ? last.shapes : undefined);
  const now = textLines(after)?.map(shape);
  if (old === undefined || now === undefined) return null;
  const earlier = (file.earlier ?? []).map(({ path: name, blob, text, isUnsure }) => {
    const lines = linesOf(text);
    return { path: name, version: blob, isUnsure, shapes: isFollowed(lines) ? lines.map(shape) : [] };
  });
  return {
    path,
    ...(from === undefined ? {} : { from }),
    old,
    now,
    earlier,
    before,
    after,
    last,
    isUntold: file.isUntold === true,
  };
}

/** Its lines; none for a file that is not there, and `undefined` where they are not followed. */
function textLines(content: ChangedFile["before"]): string[] | undefined {
  if (content === null) return [];
  const lines = content.text === null ? undefined : linesOf(content.text);
  return lines === undefined || !isFollowed(lines) ? undefined : lines;
}

function isCut({ op, runs }: Piece, cut: ReadonlySet<string>): boolean {
  return op === "paste" && runs.some(({ shapes }) => shapes.some((shape) => shape.size > 0 && cut.has(shape.print)));
}

function isBack({ op, runs }: Piece, back: ReadonlySet<string>): boolean {
  const telling = runs.flatMap((run) => run.shapes).filter(({ size }) => size > 0);
  return op === "cut" && telling.filter(({ print }) => back.has(print)).length * 2 > telling.length;
}

/** A call that cuts or writes nearly everything moves nothing. */
function pieceOf(piece: Omit<Piece, "runs">, shapes: readonly LineShape[], places: readonly number[]): Piece[] {
  if (places.length === 0 || places.length > mostMoved) return [];
  const runs: { stood: number; shapes: LineShape[] }[] = [];
  for (const at of places) {
    const shape = shapes[at];
    const last = runs.at(-1);
    if (shape === undefined) continue;
    if (last !== undefined && last.stood - 1 + last.shapes.length === at) last.shapes.push(shape);
    else runs.push({ stood: at + 1, shapes: [shape] });
  }
  return [{ ...piece, runs }];
}

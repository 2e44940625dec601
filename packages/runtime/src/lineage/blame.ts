import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { LineShape, TraceRecord } from "@writ/contracts";
import {
  align,
  type Basis,
  type FileStep,
  keyOf,
  type Lineage,
  parseShape,
  person,
  shapeOf,
  splitLines,
  type Versions,
  versionsOf,
} from "@writ/engine";
import { readPublished } from "@writ/stores";
import { git } from "../git/run.ts";
import { sha256 } from "../hash.ts";
import type { Workspace } from "../workspace/types.ts";

/** Who made one line. */
export interface BlameLine {
  author: "ai" | "human" | "unknown";
  trace: TraceRecord | null;
}

interface Book {
  traces: TraceRecord[];
  versions: Versions;
  shapeOfPrint(print: number): LineShape;
  /** Lines that traces added, by fingerprint. */
  added: Map<string, { trace: number; path: string }[]>;
}

/** Everything the ledgers tell of lines. */
export async function readBook(workspace: Workspace): Promise<Book> {
  const records = new Map<string, TraceRecord>();
  for await (const { record } of workspace.traces.read()) records.set(record.id, record);
  for await (const { record } of readPublished(workspace.paths.published))
    if ("files" in record && !records.has(record.id)) records.set(record.id, record as TraceRecord);
  const traces = [...records.values()].sort((one, other) =>
    one.timestamp < other.timestamp
      ? -1
      : one.timestamp > other.timestamp
        ? 1
        : (one.metadata?.seq ?? 0) - (other.metadata?.seq ?? 0),
  );
  const prints: LineShape[] = [];
  const numbers = new Map<string, number>();
  const added: Book["added"] = new Map();
  const numberOf = (shape: LineShape): number => {
    const key = `${shape.print} ${shape.size} ${shape.sum}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, prints.length);
    return prints.push(shape) - 1;
  };
  const steps = traces.flatMap((record, trace) => stepsOf(record, trace, numberOf, added));
  return {
    traces,
    versions: versionsOf(steps),
    added,
    shapeOfPrint: (print) => prints[print] ?? { print: "", size: 0, sum: 0 },
  };
}

function stepsOf(
  record: TraceRecord,
  trace: number,
  numberOf: (shape: LineShape) => number,
  added: Book["added"],
): FileStep[] {
  const { metadata } = record;
  if (metadata?.files === undefined) return [];
  return Object.entries(metadata.files).map(([path, meta]): FileStep => {
    const places = (record.files.find((file) => file.relative_path === path)?.conversations[0]?.ranges ?? []).flatMap(
      ({ start_line, end_line }) => Array.from({ length: end_line - start_line + 1 }, (_, nth) => start_line + nth),
    );
    const shapes = (metadata.lines?.[path] ?? []).map((print, at) => parseShape(print, meta.sums?.[at]));
    const kept = new Set(
      (meta.change?.kept ?? []).flatMap(([start, count]) => Array.from({ length: count }, (_, nth) => start + nth)),
    );
    for (const [at, shape] of shapes.entries()) {
      if (shape.print === "" || kept.has(places[at] ?? -1)) continue;
      added.set(keyOf(shape), [...(added.get(keyOf(shape)) ?? []), { trace, path }]);
    }
    return {
      trace,
      path,
      ...(meta.from === undefined ? {} : { from: meta.from }),
      before: meta.before,
      after: meta.after,
      ...(meta.blob === undefined ? {} : { blob: meta.blob }),
      ...(meta.blob_before === undefined ? {} : { blobBefore: meta.blob_before }),
      ...(meta.change === undefined ? {} : { change: meta.change }),
      ...(meta.since === undefined
        ? {}
        : {
            since: {
              ...meta.since,
              prints: new Map(meta.since.lines.map(([line, print, sum]) => [line, numberOf(parseShape(print, sum))])),
            },
          }),
      prints: new Map(shapes.map((shape, at) => [places[at] ?? 0, numberOf(shape)])),
    };
  });
}

/** Who made each line of a file as it is now. */
export async function blame(workspace: Workspace, path: string, given?: Book): Promise<BlameLine[]> {
  const book = given ?? (await readBook(workspace));
  const text = readFileSync(join(workspace.root, path), "utf8");
  const origins = await originsOf(workspace, book, path, text);
  return Array.from(origins, (origin): BlameLine => {
    if (origin === person) return { author: "human", trace: null };
    const trace = book.traces[origin];
    return trace === undefined ? { author: "unknown", trace: null } : { author: "ai", trace };
  });
}

async function originsOf(workspace: Workspace, book: Book, path: string, text: string): Promise<Int32Array> {
  const exact = book.versions.find(path, sha256(text));
  const lines = splitLines(text);
  const shapes = lines.map((line) => shapeOf(line, sha256));
  const origins =
    exact?.origins.length === lines.length
      ? Int32Array.from(exact.origins)
      : align(shapes, await basesFor(workspace, book, path, shapes));
  findMoved(workspace, book, path, shapes, origins);
  return origins;
}

async function basesFor(
  workspace: Workspace,
  book: Book,
  path: string,
  shapes: readonly LineShape[],
): Promise<Basis[]> {
  const bases: Basis[] = [];
  const blobs = await blobsOf(workspace.root, path);
  const names = new Set([path, ...blobs.map(([name]) => name), ...renamedFrom(workspace, book, path, shapes)]);
  for (const name of names) {
    const known = workspace.lines.read(name);
    for (const { version, lineage } of book.versions.ends(name).slice(0, 8))
      bases.push({ lineage, shapes: known?.version === version ? known.shapes : shapesOf(lineage, book) });
  }
  for (const [name, blob] of blobs) {
    const lineage = book.versions.findBlob(name, blob);
    if (lineage === null) continue;
    const content = await git(workspace.root, ["cat-file", "blob", blob]);
    bases.push({ lineage, shapes: splitLines(content).map((line) => shapeOf(line, sha256)) });
    break;
  }
  return bases;
}

/** Files that are gone, and of which this one has most of the lines. */
function renamedFrom(workspace: Workspace, book: Book, path: string, shapes: readonly LineShape[]): string[] {
  if (book.versions.ends(path).length > 0) return [];
  const here = new Set(shapes.filter((shape) => shape.size > 3).map((shape) => shape.print));
  const share = (name: string): number => {
    const known = workspace.lines.read(name)?.shapes.filter((shape) => shape.size > 3) ?? [];
    return known.length === 0 ? 0 : known.filter((shape) => here.has(shape.print)).length / known.length;
  };
  return book.versions.paths().filter((name) => !existsSync(join(workspace.root, name)) && share(name) > 0.5);
}

/** The contents a file had in git's history, newest first, under the names it had. */
async function blobsOf(root: string, path: string): Promise<[path: string, blob: string][]> {
  const out = await git(root, [
    "log",
    "--format=",
    "--raw",
    "--no-abbrev",
    "--follow",
    "-m",
    "--first-parent",
    "-z",
    "--",
    path,
  ]).catch(() => "");
  const found: [string, string][] = [];
  const parts = out.split("\0");
  for (let at = 0; at < parts.length; at += 1) {
    const raw = /^\n?:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(parts[at] ?? "");
    if (raw === null) continue;
    const isPair = raw[2] === "R" || raw[2] === "C";
    found.push([parts[at + (isPair ? 2 : 1)] ?? path, raw[1] ?? ""]);
    at += isPair ? 2 : 1;
  }
  return found;
}

function shapesOf({ prints }: Lineage, book: Book): LineShape[] {
  return Array.from(prints, (print, at) =>
    print < 0 ? { print: `\0${at}`, size: 0, sum: 0 } : book.shapeOfPrint(print),
  );
}

/** A run of lines must hold as many characters as this to be told again in another file. */
const leastBetweenFiles = 20;

/** Runs of a person's lines that an agent wrote in another file, where they are gone, moved here. */
function findMoved(
  workspace: Workspace,
  book: Book,
  path: string,
  shapes: readonly LineShape[],
  origins: Int32Array,
): void {
  const present = new Map<string, Set<string>>();
  const isIn = (file: string, print: string): boolean => {
    let prints = present.get(file);
    if (prints === undefined) {
      const full = join(workspace.root, file);
      prints = new Set(
        existsSync(full) ? splitLines(readFileSync(full, "utf8")).map((line) => keyOf(shapeOf(line, sha256))) : [],
      );
      present.set(file, prints);
    }
    return prints.has(print);
  };
  const sourceOf = (shape: LineShape) =>
    (book.added.get(keyOf(shape)) ?? []).findLast(({ path: file }) => file !== path && !isIn(file, keyOf(shape)));
  for (let at = 0; at < shapes.length; ) {
    let [end, size] = [at, 0];
    const found: number[] = [];
    for (; end < shapes.length && origins[end] === person; end += 1) {
      const shape = shapes[end];
      if (shape === undefined) break;
      const source = shape.print === "" ? undefined : sourceOf(shape);
      if (source === undefined && shape.print !== "" && shape.size > 0) break;
      size += source === undefined ? 0 : shape.size;
      found.push(source?.trace ?? found.at(-1) ?? person);
    }
    if (size >= leastBetweenFiles) for (const [nth, trace] of found.entries()) origins[at + nth] = trace;
    at = Math.max(end, at + 1);
  }
}

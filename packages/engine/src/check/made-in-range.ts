import type { LineSpan, TraceRecord } from "@writ/contracts";
import { isImported } from "../lineage/steps.ts";
import type { CheckedFile, CheckFacts } from "./facts.ts";

/** Something an agent changed in the range: lines of a file, or the file as a whole. */
export interface Made {
  path: string;
  /** Empty for a file that is gone, or where what was done cannot be told from its lines. */
  lines: LineSpan[];
  intent: string | null;
  /** The trace that recorded it. */
  trace: string;
  /** Only somebody else's record says so. */
  imported: boolean;
  /** The record was erased, so nobody can tell under which intent it was made. */
  isErased: boolean;
}

/**
 * What agents made in the range itself. A line that was recorded before and only moved, or came back, was judged when it
 * first came.
 */
export function madeInRange({ files, traces, absent }: Pick<CheckFacts, "files" | "traces" | "absent">): Made[] {
  const fresh = new Map(traces.map((trace) => [trace.id, trace]));
  const lines = files.flatMap(({ path, spans }) =>
    spans.flatMap(({ author, trace, intent, span }): Made[] =>
      author === "ai" ? madeBy(fresh.get(trace ?? ""), { path, lines: [span], intent }) : [],
    ),
  );
  const told = new Set(lines.map(({ path, trace }) => `${trace} ${path}`));
  const [find, formerOf] = [byName(files), byFormerName(files)];
  const holding = byTrace(files, ({ heldBy = [] }) => heldBy);
  const whole = [...fresh.values()].flatMap((trace) => {
    const more = [...touchedBy(trace, find), ...left(trace, formerOf)].filter(({ hasMore }) => hasMore);
    const paths = new Set([...more, ...(holding.get(trace.id) ?? [])].map(({ path }) => path));
    return [...paths]
      .filter((path) => !told.has(`${trace.id} ${path}`) && absent?.get(trace.id)?.has(path) !== true)
      .flatMap((path) => madeBy(trace, { path, lines: [], intent: trace.metadata.intent }));
  });
  // What Writ saw of a file needs nobody else's word.
  const seen = new Set(whole.filter((made) => !made.imported).map(({ path }) => path));
  return [...lines, ...whole.filter((made) => !(made.imported && seen.has(made.path)))];
}

function madeBy(trace: TraceRecord | undefined, about: Pick<Made, "path" | "lines" | "intent">): Made[] {
  if (trace === undefined) return [];
  const isErased = trace.metadata.erased === true;
  return [{ ...about, trace: trace.id, imported: isImported(trace), isErased }];
}

/** Finds the files of the change that a trace had a part in, wherever they went since. */
export function touched(files: readonly CheckedFile[]): (trace: TraceRecord) => CheckedFile[] {
  const find = byName(files);
  const formerOf = byFormerName(files);
  const holding = byTrace(files, ({ spans, heldBy = [] }) => [...spans.flatMap(({ trace }) => trace ?? []), ...heldBy]);
  return ({ id, metadata }) => {
    const named = Object.keys(metadata.files).flatMap((name) => [find(name)?.file ?? [], formerOf(name)].flat());
    return [...new Set([...named, ...(holding.get(id) ?? [])])];
  };
}

/** The same without the files whose part of the change has nothing of the trace: it was taken back, or is elsewhere. */
export function present({
  files,
  absent,
}: Pick<CheckFacts, "files" | "absent">): (trace: TraceRecord) => CheckedFile[] {
  const filesOf = touched(files);
  return (trace) => filesOf(trace).filter(({ path }) => absent?.get(trace.id)?.has(path) !== true);
}

/** Files by the traces they have something of. */
function byTrace(
  files: readonly CheckedFile[],
  tracesIn: (file: CheckedFile) => readonly string[],
): Map<string, CheckedFile[]> {
  const holding = new Map<string, CheckedFile[]>();
  for (const file of files)
    for (const id of new Set(tracesIn(file))) holding.set(id, [...(holding.get(id) ?? []), file]);
  return holding;
}

type Find = (name: string) => { file: CheckedFile; name: string } | undefined;

/** Files by the name they have, or had. */
function byName(files: readonly CheckedFile[]): Find {
  const found = new Map<string, CheckedFile>();
  for (const file of files) if (file.from !== undefined) found.set(file.from, file);
  for (const file of files) found.set(file.path, file);
  return (name) => {
    const file = found.get(name);
    return file === undefined ? undefined : { file, name };
  };
}

interface Touched {
  path: string;
  /** Whether a trace did more than its lines can tell. */
  hasMore: boolean;
}

function touchedBy({ metadata }: TraceRecord, find: Find): Touched[] {
  return Object.entries(metadata.files).flatMap(([path, meta]): Touched[] => {
    // What was moved away is gone from where it was.
    const left = meta.op === "rename" && meta.from !== undefined ? find(meta.from) : undefined;
    const gone = left !== undefined && isGone(left.file, left.name) ? [{ path: left.name, hasMore: true }] : [];
    const now = find(path);
    if (now === undefined) return gone;
    if (isGone(now.file, path)) return [...gone, { path, hasMore: meta.op === "delete" || meta.removed > 0 }];
    const isTold = meta.removed === 0 && meta.binary !== true && meta.coarse !== true;
    return [...gone, { path: now.file.path, hasMore: !isTold || isOpen(now.file) }];
  });
}

/** What a trace did under a name that its file had for a while: where lines do not tell of it, the file itself does. */
function left({ metadata }: TraceRecord, formerOf: (name: string) => readonly CheckedFile[]): Touched[] {
  return Object.entries(metadata.files).flatMap(([name, { op, binary, coarse }]) =>
    op === "delete"
      ? []
      : formerOf(name).map((file) => ({
          path: file.path,
          hasMore: file.blob !== file.blobBefore && (binary === true || coarse === true || isOpen(file)),
        })),
  );
}

/** Files by the names they had and have no more, be it at the base. */
export function byFormerName(files: readonly CheckedFile[]): (name: string) => readonly CheckedFile[] {
  const found = new Map<string, CheckedFile[]>();
  for (const file of files.filter(({ op }) => op !== "delete"))
    for (const name of new Set([...(file.formerly ?? []), ...(file.from === undefined ? [] : [file.from])]))
      found.set(name, [...(found.get(name) ?? []), file]);
  return (name) => found.get(name) ?? [];
}

const isGone = (file: CheckedFile, name: string): boolean => file.op === "delete" || file.path !== name;

/** A file without lines, or with lines nobody can tell of, says nothing of who made it. */
const isOpen = ({ spans }: CheckedFile): boolean =>
  spans.length === 0 || spans.some(({ author }) => author === "unknown");

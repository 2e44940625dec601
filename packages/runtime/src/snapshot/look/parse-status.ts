import { toText } from "./path-bytes.ts";

/** What git keeps under a path. */
export interface Blob {
  mode: string;
  oid: string;
}

/** One path that is not as in the last commit. */
interface StatusEntry {
  /** From git's top. */
  path: string;
  /** What the last commit has there. */
  head: Blob | null;
  /** What the index has there, where that is something else; all sides of a conflict. */
  staged: string[];
  /** A submodule, or another repository inside this one. */
  isRepository: boolean;
}

/** What `git status --porcelain=v2 --branch -z` said. */
export interface Status {
  head: string | null;
  entries: StatusEntry[];
  /** What git ignores, from its top; folders end in a slash. */
  ignored: string[];
}

/** How many fields stand before the path, and which of them are the mode and the object of the last commit, and the index's. */
const shapes: Readonly<Record<string, { fields: number; mode: number; oid: number; index: number[] }>> = {
  "1": { fields: 8, mode: 3, oid: 6, index: [7] },
  "2": { fields: 9, mode: 3, oid: 6, index: [7] },
  u: { fields: 10, mode: 4, oid: 8, index: [7, 8, 9] },
};

/** Reads it byte by byte: names may hold anything but a zero. */
export function parseStatus(printed: Buffer): Status {
  const entries = new Map<string, StatusEntry>();
  let head: string | null = null;
  const ignored: string[] = [];
  const parts = pieces(printed);
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? Buffer.alloc(0);
    const kind = String.fromCharCode(part[0] ?? 0);
    if (kind === "#") {
      const [, oid] = /^# branch\.oid ([0-9a-f]+)$/.exec(part.toString("latin1")) ?? [];
      head = oid ?? head;
    } else if (kind === "!") ignored.push(toText(part.subarray(2)));
    else if (kind === "?") {
      const path = toText(part.subarray(2));
      const isRepository = path.endsWith("/");
      const plain = isRepository ? path.slice(0, -1) : path;
      // Taken out of the index but still there: git tells of it twice.
      entries.set(plain, { path: plain, head: entries.get(plain)?.head ?? null, staged: [], isRepository });
    } else {
      const entry = tracked(part, shapes[kind]);
      if (entry !== null) entries.set(entry.path, entry);
      // A rename is followed by where it came from.
      if (kind === "2") at += 1;
    }
  }
  return { head, entries: [...entries.values()], ignored };
}

function tracked(part: Buffer, shape: (typeof shapes)[string] | undefined): StatusEntry | null {
  if (shape === undefined) return null;
  let from = 0;
  for (let field = 0; field < shape.fields; field++) from = part.indexOf(0x20, from) + 1;
  const fields = part.subarray(0, from).toString("latin1").split(" ");
  const [mode = "", oid = ""] = [fields[shape.mode], fields[shape.oid]];
  const isRepository = fields[2]?.startsWith("S") === true;
  const staged = shape.index.flatMap((at) => fields[at] ?? []).filter((one) => one !== oid && !/^0+$/.test(one));
  return { path: toText(part.subarray(from)), head: /^0+$/.test(mode) ? null : { mode, oid }, staged, isRepository };
}

/** What stands between zeros. */
export function pieces(printed: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < printed.length; ) {
    const end = printed.indexOf(0, at);
    const stop = end === -1 ? printed.length : end;
    if (stop > at) found.push(printed.subarray(at, stop));
    at = stop + 1;
  }
  return found;
}

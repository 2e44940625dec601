import type { LineSpan } from "@writ/contracts";
import { unquoteLoosely } from "../patch/quoted-path.ts";

/** One file that differs, as `git diff --raw -z` tells it. */
export interface RawChange {
  path: string;
  from?: string;
  op: "create" | "modify" | "delete" | "rename";
  /** Git's object ids; `null` where there is no file. */
  blob: string | null;
  blobBefore: string | null;
  /** Whether the head has a plain file there: no link, no repository of its own. */
  isFile: boolean;
  /** Set where it has a repository of its own. */
  isRepository?: true;
}

const ops: Readonly<Record<string, RawChange["op"]>> = { A: "create", C: "create", D: "delete", R: "rename" };

/** The changed files. */
export function parseRaw(out: string): RawChange[] {
  const parts = out.split("\0");
  const changes: RawChange[] = [];
  for (let at = 0; at < parts.length; ) {
    const raw = /^:\d+ (\d+) ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(parts[at] ?? "");
    if (raw === null) {
      at += 1;
      continue;
    }
    const [, mode = "", before = "", now = "", status = ""] = raw;
    const names = status === "R" || status === "C" ? 2 : 1;
    const op = ops[status] ?? "modify";
    const from = op === "rename" ? parts[at + 1] : undefined;
    changes.push({
      path: parts[at + names] ?? "",
      ...(from === undefined ? {} : { from }),
      op,
      blob: objectOf(now),
      blobBefore: objectOf(before),
      isFile: mode.startsWith("100"),
      ...(mode === "160000" && { isRepository: true as const }),
    });
    at += names + 1;
  }
  return changes;
}

const objectOf = (id: string): string | null => (/^0+$/.test(id) ? null : id);

/** The new lines of each file, from `git diff -U0`. What a line says is passed over, so that it cannot pose as anything else. */
export function parseAdded(patch: string): Map<string, LineSpan[]> {
  const added = new Map<string, LineSpan[]>();
  let path: string | null = null;
  for (let at = 0; at < patch.length; ) {
    const end = lineEnd(patch, at);
    const line = patch.slice(at, Math.min(end, at + longestHeader));
    at = end + 1;
    if (line.startsWith("diff --git ")) path = null;
    else if (line.startsWith("+++ ")) path = pathIn(line);
    const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk === null) continue;
    const [, removed = "1", start = "1", count = "1"] = hunk;
    at = passOver(patch, at, Number(removed) + Number(count));
    if (path === null || Number(count) === 0) continue;
    const spans = added.get(path) ?? [];
    spans.push([Number(start), Number(start) + Number(count) - 1]);
    added.set(path, spans);
  }
  return added;
}

/** Names are no longer than a path may be, quoted or not. */
const longestHeader = 32_768;

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};

function passOver(patch: string, from: number, lines: number): number {
  let at = from;
  for (let left = lines; left > 0 && at < patch.length; left -= 1) at = lineEnd(patch, at) + 1;
  return at;
}

function pathIn(line: string): string | null {
  // Git marks the end of a name with blanks in it by a tab.
  const name = unquoteLoosely(line.slice("+++ ".length).replace(/\t$/, ""));
  return name === null || name === "/dev/null" ? null : name.replace(/^b\//, "");
}

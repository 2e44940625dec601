import { type Chained, fail } from "@writ/contracts";
import { checkNewLine } from "./check.ts";
import type { RecordKind } from "./kind.ts";
import { lineDigest, toContentHash, toLine, writerForm } from "./line.ts";

/** A record that has no place in a chain yet. */
export interface Draft {
  id: string;
  timestamp: string;
  metadata: object;
}

/** A record with its place. */
export interface Placed<R> {
  record: R;
  /** Length of its line in bytes, without the newline. */
  length: number;
  offset: number;
  digest: string;
}

/** Whose chain it is, and where it is kept. */
export interface ChainOptions<R extends Chained> {
  file: string;
  kind: Pick<RecordKind<R>, "parse">;
  writer: string;
  /** Bytes a record may have beyond the most a live one may. */
  room?: number;
}

/** Where a chain goes on. */
interface ChainEnd {
  head: { seq: number; digest: string } | null;
  offset: number;
}

/** Records as the next lines of a writer's chain, and where they end. What readers could not use is refused. */
export function toChain<R extends Chained>(
  { file, kind, writer, room = 0 }: ChainOptions<R>,
  drafts: readonly Draft[],
  { head, offset }: ChainEnd = { head: null, offset: 0 },
): { placed: Placed<R>[]; text: string; end: number } {
  if (!writerForm.test(writer)) throw new Error(`a writer's id has letters, digits, - and _ only: ${writer}`);
  const placed: Placed<R>[] = [];
  const lines: string[] = [];
  let last = head;
  let end = offset;
  for (const draft of drafts) {
    const seq = (last?.seq ?? 0) + 1;
    const text = toLine(draft, { v: 1, writer, seq, prev: last === null ? null : toContentHash(last.digest) });
    const bytes = Buffer.from(text);
    const digest = lineDigest(bytes);
    const { length } = bytes;
    const checked = checkNewLine(kind, { text, length: length - room, hash: toContentHash(digest), writer });
    if ("reason" in checked) throw fail("STORE_FAILED", { action: `append to ${file}`, reason: checked.reason, file });
    placed.push({ record: checked.record, length, offset: end, digest });
    lines.push(text, "\n");
    last = { seq, digest };
    end += length + 1;
  }
  return { placed, text: lines.join(""), end };
}

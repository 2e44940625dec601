import type { Chained, ContentHash } from "@writ/contracts";
import type { RecordKind } from "./kind.ts";
import { maxRecordBytes } from "./line.ts";

/** A line about to be appended. */
export interface NewLine {
  text: string;
  /** Its length in bytes. */
  length: number;
  hash: ContentHash;
  writer: string;
}

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** The record as every reader will get it, or why it must not be written: writers are strict, readers are not. */
export function checkNewLine<R extends Chained>(
  kind: Pick<RecordKind<R>, "parse">,
  { text, length, hash, writer }: NewLine,
): { record: R } | { reason: string } {
  if (length > maxRecordBytes) {
    return { reason: `the record has ${length} bytes, and ${maxRecordBytes} (4 MB) are the most one may have` };
  }
  const record = kind.parse(JSON.parse(text), hash);
  const isWhole =
    record !== null && record.metadata.writer === writer && record.id !== "" && utc.test(record.timestamp);
  if (isWhole) return { record };
  return { reason: "the record lacks an id, a UTC time or a part that readers rely on, which is a bug in its maker" };
}

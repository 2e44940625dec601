import type { Chained } from "@writ/contracts";
import { decisionKind } from "../ledger/decision-kind.ts";
import type { RecordKind } from "../ledger/kind.ts";
import { readAt } from "../ledger/ledger-file.ts";
import { linesIn } from "../ledger/lines.ts";
import { entryParser } from "../ledger/read.ts";
import { traceKind } from "../ledger/trace-kind.ts";
import { type PublishedRecord, publishedKind } from "../publish/published-kind.ts";
import { digestKey } from "./keys.ts";
import type { SourceKind } from "./sources.ts";

/** Where a record stands in its ledger, and what tells that it still does. */
export interface Place {
  place: number;
  length: number;
  digest: number;
}

/** What is read from each kind of ledger. */
export const kindOf: Record<SourceKind, RecordKind<PublishedRecord>> = {
  traces: widened(traceKind),
  decisions: widened(decisionKind),
  published: publishedKind,
};

/** A ledger of one kind of record, read like one that has both. */
function widened<R extends Chained & PublishedRecord>({ parse }: RecordKind<R>): RecordKind<PublishedRecord> {
  return { ...publishedKind, parse };
}

/** The record at this place; `null` when another one, or none, stands there by now. */
export function readPlace(fd: number, kind: SourceKind, { place, length, digest }: Place): PublishedRecord | null {
  const bytes = readAt(fd, Buffer.allocUnsafe(length), place);
  const parser = entryParser(kindOf[kind], undefined, () => {});
  const [found] = linesIn(bytes, place).flatMap((line) => parser.entriesOf(line));
  return found !== undefined && digestKey(found.entry.hash) === digest ? found.entry.record : null;
}

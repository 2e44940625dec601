import { randomBytes } from "node:crypto";
import { isRecord, valueIn, writeJson } from "../state/json-file.ts";
import { findHead, type Head } from "./tail.ts";

/** The record this working copy wrote last into a ledger, in whose chain. */
interface Kept {
  copy: string;
  writer: string;
  digest: string;
}

const isKept = (value: unknown): value is Kept =>
  isRecord(value) && [value.copy, value.writer, value.digest].every((one) => typeof one === "string");

/** Whose chain the next record of a working copy goes into, and where that chain is now. */
export interface ChainNow {
  writer: string;
  head: Head | null;
}

/**
 * For a ledger that git tracks: a checkout puts another version of it in its place, and going on from that version's
 * end would fork the chain, which looks like forgery once the versions are merged. So a chain is gone on with only
 * where it ends with the record this copy wrote last; anywhere else a new one begins.
 */
export function chainIn(fd: number, size: number, copy: string, file: string): ChainNow {
  const kept = valueIn(file, isKept);
  if (kept === null || kept.copy !== copy) return { writer: copy, head: findHead(fd, size, copy) };
  const head = findHead(fd, size, kept.writer);
  if (head?.digest === kept.digest) return { writer: kept.writer, head };
  return { writer: randomBytes(6).toString("hex"), head: null };
}

/** Notes the record that was written last. Where that fails the record is written all the same, and the next begins a chain. */
export async function keepChain(file: string, kept: Kept): Promise<void> {
  await writeJson(file, kept).catch(() => undefined);
}

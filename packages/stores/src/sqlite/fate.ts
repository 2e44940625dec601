import { hash } from "node:crypto";
import { readAt } from "../ledger/ledger-file.ts";
import type { Row, Sql } from "./libsql.ts";
import { withFile } from "./plain-file.ts";
import { readPlace } from "./read-back.ts";
import type { SeenFile, Source } from "./sources.ts";

/** What became of a ledger since it was taken in: nothing, more was appended, or it is another one. */
export type Fate = "same" | "grown" | "other";

/** All that is taken of a file up to this size is compared; of a larger one some of its records. */
const smallBytes = 1024 * 1024;
const samples = 16;

/** Tells a ledger that only grew from one that was rewritten, cut or replaced. */
export function fateOf(sql: Sql, source: Source, seen: SeenFile): Fate {
  if (seen.stamp !== "" && seen.stamp === source.stamp && seen.size === source.size) return "same";
  if (seen.size < source.taken) return "other";
  const holds = withFile(seen.path, (fd) =>
    source.taken <= smallBytes ? prefixOf(fd, source.taken) === source.prefix : holdsSamples(sql, source, fd),
  );
  return holds === true ? "grown" : "other";
}

/** The hash of the beginning of a file; none where it is too long for that. */
export function prefixOf(fd: number, length: number): string {
  if (length > smallBytes) return "";
  return hash("sha256", readAt(fd, Buffer.alloc(length), 0), "hex").slice(0, 24);
}

/** Whether records from all over the file, the last among them, are where they were. */
function holdsSamples(sql: Sql, source: Source, fd: number): boolean {
  const rows = [...samplesIn(sql, "records", source), ...samplesIn(sql, "copies", source)];
  const holds = ([place, length, digest]: Row): boolean =>
    readPlace(fd, source.kind, { place: Number(place), length: Number(length), digest: Number(digest) }) !== null;
  return rows.length > 0 && rows.every(holds);
}

function samplesIn(sql: Sql, table: "records" | "copies", { nr, taken }: Source): Row[] {
  const where = `SELECT place, length, digest FROM ${table} WHERE source = ?`;
  const from = sql.prepare(`${where} AND place >= ? AND place < ? ORDER BY place LIMIT 1`);
  const last = sql.prepare(`${where} AND place < ? ORDER BY place DESC LIMIT 1`);
  const rows = [last.get([nr, taken])];
  for (let at = 0; at < samples; at += 1) rows.push(from.get([nr, Math.floor((taken * at) / samples), taken]));
  return rows.filter((row) => row !== undefined);
}

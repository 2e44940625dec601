import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { parseJson } from "../ledger/json-text.ts";
import { textOf } from "../ledger/line.ts";
import { type Line, linesIn } from "../ledger/lines.ts";
import { openPlaces } from "../ledger/places.ts";
import { isObject } from "../ledger/values.ts";
import { isDecisionRecord, type PublishedRecord, publishedKind } from "../publish/published-kind.ts";
import { saysTheSame } from "../publish/said.ts";
import { linkIn } from "./chain.ts";
import type { Finding } from "./finding.ts";

/**
 * Looks for records of one id that say different things. Whoever writes a record with the id of another wants it taken
 * for that one; the same record twice is none, as branches bring it.
 */
export interface Twins {
  hear(file: string, line: Line): void;
  /** After the last line of all files: what was found, by file. */
  end(): Promise<Map<string, Finding[]>>;
}

/** Offsets in a file are below. */
const largest = 2 ** 32;

/** A number an id, so that many of them are no burden: the few lines whose numbers meet are read again. */
export function openTwins(): Twins {
  const files: string[] = [];
  const first = new Map<number, number>();
  const again = new Map<number, number[]>();
  return {
    hear(file, { bytes, offset }) {
      const id = idIn(bytes);
      if (id === null) return;
      if (files.at(-1) !== file) files.push(file);
      const key = Number.parseInt(hash("sha256", id, "hex").slice(0, 13), 16);
      const place = (files.length - 1) * largest + offset;
      const known = first.get(key);
      if (known === undefined) first.set(key, place);
      else if (again.get(key)?.push(place) === undefined) again.set(key, [known, place]);
    },
    async end() {
      const found = new Map<string, Finding[]>();
      const reader = openPlaces();
      for (const places of again.values()) {
        const met: Read[] = [];
        for (const place of places) {
          const file = files[Math.floor(place / largest)] ?? "";
          const offset = place % largest;
          const one = parsed(reader.lineAt(file, offset));
          if (one === null) continue;
          const other = met.find((known) => isOfOneId(known.record, one.record));
          if (other === undefined) met.push({ file, offset, ...one });
          else if ((other.isInChain || one.isInChain) && !saysTheSame(other.record, one.record)) {
            const reason = `two records of one id: line ${await lineNumber(other)} of ${basename(other.file)} has the id of this one, and says something else`;
            const line = await lineNumber({ file, offset });
            found.set(file, [...(found.get(file) ?? []), { line, reason, remedy: "known" }]);
          }
        }
      }
      reader.close();
      return found;
    },
  };
}

const opening = Buffer.from('{"id":"');
const quote = 0x22;

/**
 * Nearly no line of Writ's has to be parsed. Of a name that is there twice the last counts, however it is spelled.
 * Others' records that have no id have none in common.
 */
function idIn(bytes: Buffer): string | null {
  if (!bytes.includes('id"') && !bytes.includes("\\")) return null;
  const end = bytes.indexOf(quote, opening.length);
  const isPlain =
    bytes.subarray(0, opening.length).equals(opening) && !bytes.includes("\\") && !bytes.includes('"id"', end);
  return isPlain ? bytes.toString("utf8", opening.length, end) : (parsed(bytes)?.record.id ?? null);
}

interface Parsed {
  record: PublishedRecord;
  /** Two that are in no chain were not written by Writ, and their ids are their own affair. */
  isInChain: boolean;
}

function parsed(bytes: Buffer): Parsed | null {
  const value = parseJson(textOf(bytes));
  const record = publishedKind.parse(value, "");
  return record === null || !isObject(value)
    ? null
    : { record, isInChain: linkIn(value.metadata ?? value.tombstone) !== null };
}

const isOfOneId = (one: PublishedRecord, other: PublishedRecord): boolean =>
  one.id === other.id && isDecisionRecord(one) === isDecisionRecord(other);

interface Place {
  file: string;
  offset: number;
}

type Read = Place & Parsed;

async function lineNumber({ file, offset }: Place): Promise<number> {
  return linesIn(await readFile(file), 0).find((line) => line.offset === offset)?.line ?? 0;
}

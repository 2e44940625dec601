import { isOfOneId, parseJson, twoIds } from "../ledger/json-text.ts";
import { readLink, textOf } from "../ledger/line.ts";
import { isTombstone } from "../ledger/tombstone.ts";
import { isObject } from "../ledger/values.ts";
import { publishedKind } from "../publish/published-kind.ts";
import { linkIn } from "./chain.ts";

/**
 * Why a line that ends with a chain is no record, or none that all readers take for the same; `null` for one that is.
 * Who reads only the ends of a line and who parses it must find the same id and the same place in a chain.
 */
export function flawOf(line: Buffer): string | null {
  const text = textOf(line);
  const value = parseJson(text);
  if (!isObject(value)) return "not valid JSON: the line was changed";
  if (!isOfOneId(text, value)) return twoIds;
  const isStone = isTombstone(line);
  const ends = readLink(line);
  const read = linkIn(isStone ? value.tombstone : value.metadata);
  if (ends !== null && (read === null || read.writer !== ends.writer || read.seq !== ends.seq))
    return "its chain is not where a record has it: the line was changed";
  if (isStone) return null;
  if (typeof value.id !== "string" || value.id.trim() === "") return "it has no id, and every record has one";
  const id = publishedKind.parse(value, "")?.id;
  return id === undefined || id === value.id ? null : "its id is not where a record has it: the line was changed";
}

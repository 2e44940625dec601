import { isOfOneId, parseJson } from "../ledger/json-text.ts";
import { textOf } from "../ledger/line.ts";

const ending = Buffer.from('id"');
const quote = 0x22;
const backslash = 0x5c;

/** Whether a line names two ids: what it begins with is not what JSON takes. Nearly none has to be parsed. */
export function namesTwoIds(line: Buffer): boolean {
  if (!line.includes(backslash) && !namesAgain(line)) return false;
  const text = textOf(line);
  return !isOfOneId(text, parseJson(text));
}

/** Whether a key or a text `"id"` comes after the first. Quotes are too many to look for them. */
function namesAgain(line: Buffer): boolean {
  let count = 0;
  for (let at = line.indexOf(ending); at !== -1; at = line.indexOf(ending, at + ending.length))
    if (line[at - 1] === quote) count += 1;
  return count > 1;
}

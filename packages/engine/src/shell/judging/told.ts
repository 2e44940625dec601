import type { Arg } from "../syntax/arg.ts";
import { nameOf } from "./output-names.ts";

/** One option of a tool whose options nobody listed, and a value it may have. */
export interface Told {
  readonly name: string;
  readonly value: string | null;
  /** The value stands in the same word behind a sign, right behind a letter, or is the next word, if it is one at all. */
  readonly form: "signed" | "glued" | "next";
  /** The word the value is, where it is one of its own. */
  readonly word?: Arg | undefined;
}

/** `--name`, `--name=value`, `-name=value`, `-name:value`; a property is `-Dname=value`, `-p:name=value`. */
const option = /^(?:-[DP]:?(?=[A-Za-z][\w.-]*=)|--?p(?:roperty)?:|--?)([A-Za-z][\w.-]*)(?:[=:](.*))?$/s;
const property = /^-[DP]|^--?p(roperty)?:/;
/** `-ovalue`, which may also be letters one after another. */
const letter = /^-([A-Za-z])([^-=:].*)$/s;

/** Longer ones no tool has. */
const longestName = 100;

/** What the word at this place may tell a tool, in each way it can be read. */
export function toldAt(args: readonly Arg[], index: number): Told[] {
  const text = args[index]?.literal ?? "";
  const [, spelled, given] = option.exec(text) ?? [];
  const [, short, rest] = letter.exec(text) ?? [];
  const told: Told[] = [];
  if (short !== undefined && rest !== undefined && !property.test(text))
    told.push({ name: short, value: rest, form: "glued" });
  if (spelled === undefined) return told;
  const name = spelled.length === 1 ? spelled : nameOf(spelled.slice(-longestName));
  const word = args[index + 1];
  if (given !== undefined) told.push({ name, value: given, form: "signed" });
  else told.push({ name, value: word?.literal ?? null, form: "next", word });
  return told;
}

import { stem } from "porter2";

const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)?/gu;

/** The words of a text as they stand there, with `camelCase`, `snake_case` and `kebab-case` taken apart. */
export function wordsOf(text: string): string[] {
  // Two small letters before the capital: iPhone stays whole.
  const apart = text.normalize("NFKC").replace(/(\p{Ll}\p{Ll})(\p{Lu})/gu, "$1 $2");
  return (apart.match(wordPattern) ?? []).map((word) => word.replace("’", "'"));
}

/** Forms no rule leads back to their verb. */
const irregular: ReadonlyMap<string, string> = new Map(
  `broke break broken break bought buy built build chose choose chosen choose drew draw drawn draw ate eat eaten eat
   fell fall fallen fall forgot forget forgotten forget froze freeze frozen freeze gave give given give grew grow
   grown grow hid hide hidden hide left leave lost lose met meet paid pay ran run sent send shown show sold sell
   spent spend stole steal stolen steal threw throw thrown throw told tell took take taken take understood understand
   woke wake woken wake wrote write written write saw see seen see went go gone go found find kept keep lent lend`
    .split(/\s+/)
    .reduce<[string, string][]>((pairs, word, at, all) => {
      if (at % 2 === 0) pairs.push([word, all[at + 1] ?? word]);
      return pairs;
    }, []),
);

const stems = new Map<string, string>();

/** What the forms of a word have in common: deploys, deployed, deployment. */
export function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const small = word.toLowerCase();
  const bare = small.endsWith("'s") ? small.slice(0, -2) : small;
  const found = stem(irregular.get(bare) ?? bare);
  // Bounded, since a daemon reads many messages.
  if (stems.size > 20_000) stems.clear();
  stems.set(word, found);
  return found;
}

/** Letters of other scripts that are drawn like Latin ones. */
const doubles = new Set(
  [
    "аАВсСеЕНһіІјЈкКӏӀМоОрРԛѕЅТԝхХуУғԁѵѡ", // Cyrillic
    "αΑΒΕΖΗιΙΚΜΝοΟΡΤυΥνΧχγϲϳ", // Greek
    "օսոցհյ", // Armenian
    "ᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏎᏏᏒᏔᏙᏚᏞᏟᏢᏦᏧᏴ", // Cherokee
    "ⲞⲟⲢⲣⲤⲥⲦⲬⲭⲎⲒⲔⲘⲚ", // Coptic
    "וןס", // Hebrew
  ].join(""),
);

/** Signs that a shell gives no meaning to, drawn like some that it does. */
const signs = new Set(
  "\u2044\u2215\u29F8\u2571\u2216\u29F5\u2223\u01C0\u2217\u204E\u223C\u2236\uA789\u01C3‹›“”‘’‛‚ʹʻʼʽˈ′´ˋ‐‑‒–−⟪⟫",
);

/** Latin to the eye, something else to every program: phonetic letters, small capitals, Lisu, letterlike signs. */
const drawn = /[\u0131\u0237\u0250-\u02AF\u1D00-\u1DBF\u2100-\u214F\uA4D0-\uA4FF\uA720-\uA7FF\uAB30-\uAB6F]/u;

const word = /[\p{L}\p{N}\p{M}_]+/gu;
/** Wide letters take two columns, which no Latin one does, and stand among Latin ones every day. */
const unlike = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u;
const known = /\p{Script=Latin}|\p{Script=Common}|\p{Script=Inherited}/u;

/**
 * Spells out what looks like plain text and is not: letters and signs that stand for others to the eye, marks drawn over
 * plain letters, and words that mix scripts. A word that is plainly of another script stays as it is.
 */
export function lookAlikes(text: string, mark: (spelled: string) => string = (spelled) => spelled): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\x00-\x7F]*$/.test(text)) return text;
  const spell = (letter: string): string => mark(`\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`);
  return text
    .split(/(\s+)/)
    .map((token) => {
      const isBesideLatin = /[A-Za-z]/.test(token);
      const fakes = new Set([...token].filter(isForm));
      for (const found of token.match(word) ?? []) for (const fake of fakesIn(found, isBesideLatin)) fakes.add(fake);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
      return token.replace(/([\x00-\x7F])(\p{M}+)|[^\x00-\x7F]/gu, (all, plain?: string, marks?: string) => {
        if (plain !== undefined) return plain + [...(marks ?? "")].map(spell).join("");
        return fakes.has(all) ? spell(all) : all;
      });
    })
    .join("");
}

/** The letters of a word that pass for Latin ones where it stands. */
function fakesIn(found: string, isBesideLatin: boolean): string[] {
  const letters = [...found].filter((letter) => /\p{L}/u.test(letter));
  const strange = letters.filter((letter) => !known.test(letter) && !unlike.test(letter));
  if (strange.length === 0) return [];
  if (letters.some((letter) => /\p{Script=Latin}/u.test(letter))) return strange;
  const fake = letters.filter((letter) => doubles.has(letter));
  // In a path among Latin names a word is taken for one when most of it could be.
  const enough = isBesideLatin ? letters.length / 2 : letters.length;
  return fake.length >= enough ? fake : [];
}

/** A letter or sign that is another way to write, or to draw, a plain one. */
function isForm(letter: string): boolean {
  if (letter <= "\u007F" || letter === "…") return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  return signs.has(letter) || drawn.test(letter) || /^[\x00-\x7F]+$/.test(letter.normalize("NFKC"));
}

/** Letters of other scripts that are drawn like Latin ones. */
const doubles = new Set("аАВсСеЕНһіІјЈкКӏӀМоОрРԛѕЅТԝхХуУғԁѵѡαΑΒΕΖΗιΙΚΜΝοΟΡΤυΥνΧχγօսոցհյ");
const word = /[\p{L}\p{N}\p{M}_]+/gu;

/**
 * Spells out letters that only look Latin, in words where they stand among Latin ones, or that have no others: such a
 * word is read as another one. A word that is plainly of another script stays as it is.
 */
export function lookAlikes(text: string): string {
  return text.replace(word, (found) => {
    const letters = [...found].filter((letter) => /\p{L}/u.test(letter));
    const strange = letters.filter((letter) => !/\p{Script=Latin}|\p{Script=Common}/u.test(letter));
    const fake = strange.filter((letter) => doubles.has(letter) || isForm(letter));
    const isMixed = strange.length < letters.length && fake.length > 0;
    const isWhole = fake.length > 0 && fake.length === letters.length;
    const hasForms = letters.some(isForm);
    if (!isMixed && !isWhole && !hasForms) return found;
    return [...found].map((letter) => (doubles.has(letter) || isForm(letter) ? spelled(letter) : letter)).join("");
  });
}

/** Full-width and mathematical letters: Latin to the eye, others to every program. */
const isForm = (letter: string): boolean => /[\uFF01-\uFF5E\u{1D400}-\u{1D7FF}\u{2100}-\u{214F}]/u.test(letter);

const spelled = (letter: string): string => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`;

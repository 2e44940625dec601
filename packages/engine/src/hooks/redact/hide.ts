/** What stands where a secret was. */
export const redacted = "[redacted]";

/** What stands for each character of a secret while a command is looked at, so that places stay what they are. */
export const hidden = "\u{FFFF}";

/** What is put in the place of a secret. Of a password even a plain word is one. */
export type Hide = (secret: string, isPassword: boolean) => string;

/** In text, one mark for the whole of it. */
export const hideWhole: Hide = () => redacted;

/** What ends a command, begins another, or runs one inside a word. */
const operator = /[;&|()<>`\r\n]|\$\(/;
/** What guards look for is no secret, whatever name stands before it. */
const production = /((?<![A-Za-z0-9])(?:production|prod|prd)(?![A-Za-z0-9]))/i;
/** A word or a name out of words, such as `staging` or `eu-west-1`. */
const plain = /^(?=.{1,16}$)(?:[a-z]{1,10}|[A-Z]{1,10}|[A-Z][a-z]{1,9})(?:[-_./](?:[A-Za-z]{1,10}|\d{1,2})){0,2}$/;

/** In commands: no further than to the next operator, and each word for itself, so that nothing a guard judges by is lost. */
export const hideInCommand: Hide = (secret, isPassword) => {
  const end = secret.search(operator);
  return end < 0 ? hideWords(secret, isPassword) : hideWords(secret.slice(0, end), isPassword) + secret.slice(end);
};

/** Hides the words of a text that may be secret, and leaves blanks and operators between them. */
export function hideWords(text: string, isPassword: boolean): string {
  return text.replace(/[^\s;&|()<>`]+/g, (word) => {
    if (!isPassword && plain.test(word)) return word;
    const parts = word.split(production);
    return parts.map((part, index) => (index % 2 === 1 ? part : hidden.repeat(part.length))).join("");
  });
}

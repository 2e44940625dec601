const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** What stands in a string may be meant for somebody who tells quotes apart. */
const minded = /[\\`]|\$[\w{]|#\{/;

/** A line without what formatters choose on one line: blanks, the kind of quotes, what ends it, brackets of one parameter. */
function tight(line: string): string {
  const text = line.replace(/\s+/g, "");
  const quoted = minded.test(text) ? text : text.replaceAll("'", '"');
  return quoted.replace(/\(([\w$]+)\)=>/g, "$1=>").replace(/(?<=[^,;])[,;]+$/, "");
}

/** Eight characters that tell a line again after it moved or was laid out anew; none for a blank line. */
export function fingerprint(line: string, hash: (text: string) => string): string {
  const text = tight(line);
  if (text === "") return "";
  const digits = hash(text)
    .replace(/^sha256:/, "")
    .slice(0, 12);
  let short = "";
  for (let at = 0; at < 12; at += 3) {
    const bits = Number.parseInt(digits.slice(at, at + 3), 16);
    short += alphabet.charAt(bits >> 6) + alphabet.charAt(bits & 63);
  }
  return short;
}

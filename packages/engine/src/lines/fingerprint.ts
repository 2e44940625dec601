const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Eight characters that tell a line again after it moved or was laid out anew; none for a blank line. */
export function fingerprint(line: string, hash: (text: string) => string): string {
  const text = line.trim().replace(/\s+/g, " ");
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

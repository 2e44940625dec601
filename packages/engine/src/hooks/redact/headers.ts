import type { Hide } from "./hide.ts";

const quoted = String.raw`\\{0,3}["']?`;
const sign = String.raw`${quoted}[ \t]{0,20}[:=][ \t]{0,20}${quoted}`;

/** `Authorization: Bearer …`; after a scheme with several parts, the rest of the line. */
const oneWord = new RegExp(
  String.raw`(?<![\w-])((?:proxy-)?authorization${sign}(?:basic|bearer|token|apikey|negotiate)[ \t]{1,20})[^\s"'\\\[]+`,
  "gi",
);
const manyParts = new RegExp(
  String.raw`(?<![\w-])((?:proxy-)?authorization${sign}(?:digest|aws4-hmac-sha256|hawk|oauth|signature)[ \t]{1,20})[^\r\n"'\[]+`,
  "gi",
);
/** Without a scheme only what looks like a secret: a word with a digit in it. */
const noScheme = new RegExp(
  String.raw`(?<![\w-])((?:proxy-)?authorization${sign})(?!aws4-hmac-sha256)(?=[A-Za-z_.+/=~-]{0,200}\d)[A-Za-z0-9_.+/=~-]{8,}`,
  "gi",
);
const bearer =
  /(?<![\w-])(bearer[ \t]{1,20})(?:(?=[A-Za-z_.+/=~-]{0,200}\d)[A-Za-z0-9_.+/=~-]{8,}|[A-Za-z0-9_.+/=~-]{30,})/gi;
/** A name and a password in base 64, which the word for it does not always stand before. */
const basic =
  /(?<![\w-])((?:Basic|basic|BASIC)[ \t]{1,20})(?=[A-Za-z0-9+/]{0,200}[a-z][A-Z0-9])(?:[A-Za-z0-9+/]{4}){2,}(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)(?![\w+/=-])/g;
const cookie = new RegExp(String.raw`(?<![\w-])((?:set-)?cookie${sign})[\w.-]{1,100}=[^\r\n"']+`, "gi");

/** Takes out what headers of requests and answers prove an identity with. */
export function withoutHeaders(text: string, hide: Hide): string {
  return [oneWord, manyParts, noScheme, bearer, basic, cookie].reduce(
    (rest, header) => rest.replace(header, (found, name: string) => name + hide(found.slice(name.length), true)),
    text,
  );
}

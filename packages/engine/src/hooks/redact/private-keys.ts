import { type Hide, hideWords } from "./hide.ts";

const marker = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** What a key is written in, blanks and spelled-out line ends included. */
const body = /^[A-Za-z0-9+/=\s\\:,-]*/;
/** A shorter rest is no key: somebody only speaks of one. */
const shortestBody = 20;

/** Takes out private keys, also those whose end was cut off. */
export function withoutPrivateKeys(text: string, hide: Hide): string {
  if (!text.includes("PRIVATE KEY")) return text;
  const markers = [...text.matchAll(marker)];
  let done = "";
  let at = 0;
  markers.forEach((found, index) => {
    if (found.index < at || found[1] !== "BEGIN") return;
    const end = endOf(text, found, markers[index + 1]);
    if (end === null) return;
    done += text.slice(at, found.index) + hide(text.slice(found.index, end), true);
    at = end;
  });
  return done + text.slice(at);
}

function endOf(text: string, begin: RegExpExecArray, next: RegExpExecArray | undefined): number | null {
  if (next?.[1] === "END") return next.index + next[0].length;
  const start = begin.index + begin[0].length;
  // No further than to the next key, whose beginning is written in the same characters.
  const length = body.exec(text.slice(start, next?.index))?.[0].length ?? 0;
  return length < shortestBody ? null : start + length;
}

/** A line of a key: long, and written in all kinds of characters. */
const keyLine = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40,}={0,2}/g;

/** Hides the lines of a private key in a command, and nothing between them. */
export function withoutKeyLines(text: string): string {
  if (!/PRIVATE\sKEY/.test(text)) return text;
  return text.replace(keyLine, (line) =>
    /\d/.test(line) && /[a-z]/.test(line) && /[A-Z]/.test(line) ? hideWords(line, true) : line,
  );
}

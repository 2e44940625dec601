import type { Hide } from "./hide.ts";
import { isPasswordName, isSecretName } from "./secret-name.ts";

/**
 * A name and what ties it to a value, in the spellings of shells, JSON, YAML, addresses and options. It starts only
 * where a name starts, so that it looks at each character a fixed number of times.
 */
const assignment =
  /(?<![\w.-])(?<name>[\w.-]+)(?:(?<sign>\\{0,3}["']?[ \t]{0,20}(?:=>|:=|=|:)[ \t]{0,20})|(?<blank>[ \t]{1,20}))/g;
const opening = /\\{0,3}["'`]/y;
const bare = /[^\s"'`&;,|<>()]+/y;

/** Takes out the values of names that hold secrets. */
export function withoutAssigned(text: string, hide: Hide): string {
  let done = "";
  let at = 0;
  assignment.lastIndex = 0;
  for (let found = assignment.exec(text); found !== null; found = assignment.exec(text)) {
    const { name = "", sign, blank } = found.groups ?? {};
    // Only an option takes its value from the next word.
    if ((blank !== undefined && !/^--?[a-z]/i.test(name)) || !isSecretName(name)) continue;
    const start = assignment.lastIndex;
    const value = valueAt(text, start, {
      isTight: sign === "=" || blank !== undefined,
      lineStart: found.index,
      // A count of what has passed is none.
      mayBeNumber: sign === "=" && isPasswordName(name) && !/^pass$/i.test(name),
    });
    assignment.lastIndex = Math.max(start, value.end);
    if (!value.isSecret) continue;
    done += text.slice(at, value.start) + hide(text.slice(value.start, value.end), isPasswordName(name));
    at = value.end;
  }
  return done + text.slice(at);
}

interface Value {
  start: number;
  end: number;
  isSecret: boolean;
}

function valueAt(
  text: string,
  start: number,
  at: { isTight: boolean; lineStart: number; mayBeNumber: boolean },
): Value {
  opening.lastIndex = start;
  const quote = opening.exec(text)?.[0];
  if (quote !== undefined) {
    const inner = start + quote.length;
    const end = closing(text, inner, quote);
    const value = text.slice(inner, end);
    return { start: inner, end, isSecret: value.trim() !== "" && !isReference(value) };
  }
  bare.lastIndex = start;
  const value = bare.exec(text)?.[0] ?? "";
  const end = start + value.length;
  const isOrdinary = ordinary.test(value) && !(at.mayBeNumber && /^\d+$/.test(value));
  if (value === "" || isReference(value) || isOrdinary || text.charAt(end) === "(") {
    return { start, end, isSecret: false };
  }
  const isSecret = at.isTight || looksRandom(value) || isWholeLine(text, at.lineStart, end);
  return { start, end, isSecret };
}

/** Where a quoted value ends: at its quote, or with its line when that was cut off. */
function closing(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.startsWith(quote, at)) return at;
    const character = text.charAt(at);
    if (character === "\n") return at;
    if (character === "\\" && quote.length === 1) at += 1;
  }
  return text.length;
}

/** A place where the secret will be put, or where it was taken out: nothing to hide. */
export const isReference = (value: string): boolean =>
  /^(?:\[redacted\]|\uFFFF|\$|%\w+%|\{|<|\*{3}|x{3,}$|\.{3}|…|process\.env|os\.environ|import\.meta|secrets\.|env\.|vault:)/i.test(
    value,
  );

/** Words that are a type or a state, and numbers that count something. */
const ordinary =
  /^(?:string|str|text|number|int|integer|boolean|bool|any|unknown|object|null|none|nil|undefined|void|never|true|false|yes|no|required|optional|missing|invalid|expired|\d{1,6})[[\].!?]{0,3}$/i;

/** Whether a bare value is no plain word: it mixes letters with digits or signs, or is long. */
const looksRandom = (value: string): boolean =>
  value.length >= 6 && /\d|[!@#$%^*+~]/.test(value) && !/^[\w$]+(?:\.[A-Za-z_$][\w$]*)+$/.test(value);

/** Whether the assignment is all of its line, as in a YAML or properties file. */
function isWholeLine(text: string, nameAt: number, end: number): boolean {
  const before = text.slice(Math.max(0, nameAt - 40), nameAt);
  const after = text.slice(end, end + 20);
  return (
    /(?:^|\n)[ \t]*(?:- |export )?["']?$/.test(nameAt <= 40 ? before : ` ${before}`) &&
    /^[ \t]*(?:#|\r?\n|$)/.test(after)
  );
}

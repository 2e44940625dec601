/** Longer programs are not read. */
const longest = 4000;

/**
 * Whether a sed program only prints, deletes and substitutes: it is read command by command, and one that writes (`w`,
 * `W`, `s///w`) or runs something (`e`, `s///e`), or that seds read differently, makes the whole of it unknown.
 */
export function isHarmlessProgram(program: string): boolean {
  if (program.length > longest) return false;
  let rest = program;
  while (rest !== "") {
    const blank = /^[\s;{}]+/.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(blank);
    if (rest === "") return true;
    const next = afterCommand(rest);
    if (next === null) return false;
    rest = next;
  }
  return true;
}

const simple = /^(?:[pdnNDGHghxPlzF=]|[qQ]\d*|[bt] *\w*(?=[;}\n]|$)|:\w+|#[^\n]*)(?=[\s;}]|$)/;
/** Text up to the end of the line, in which a backslash may continue it. */
const text = /^[aic](?:\\\n|\\? *)(?:[^\n\\]|\\[\s\S])*(?:\n|$)/;
/** A file that is read: only a name that is no device. */
const reads = /^r +[\w./-]+(?:\n|$)/;

function afterCommand(given: string): string | null {
  let rest = given;
  for (const round of [1, 2]) {
    const end = addressEnd(rest);
    if (end === null) return null;
    rest = rest.slice(end);
    if (end === 0 || round === 2 || !rest.startsWith(",")) break;
    rest = rest.slice(1);
  }
  rest = rest.replace(/^ *!? */, "");
  if (rest.startsWith("{")) return rest.slice(1);
  for (const form of [simple, text, reads]) {
    const found = form.exec(rest);
    if (found !== null) return rest.slice(found[0].length);
  }
  if (rest.startsWith("s")) return afterSubstitute(rest);
  return rest.startsWith("y") ? afterParts(rest, /^/) : null;
}

/** How long the address at the beginning is; `null` when it cannot be read. */
function addressEnd(rest: string): number | null {
  const plain = /^(?:\d+(?:~\d+)?|\$|\+\d+|~\d+)/.exec(rest)?.[0].length;
  if (plain !== undefined) return plain;
  if (!rest.startsWith("/")) return rest.startsWith("\\") ? null : 0;
  const end = partEnd(rest, 1, "/");
  return end === null ? null : end + 1 + (/^[IM]*/.exec(rest.slice(end + 1))?.[0].length ?? 0);
}

function afterSubstitute(rest: string): string | null {
  return afterParts(rest, /^[gpIiMm0-9]*/);
}

/** `s/a/b/flags`: two parts between three equal signs, then flags. */
function afterParts(rest: string, flags: RegExp): string | null {
  const delimiter = rest.charAt(1);
  if (!/^[^\w\s\\[\](){}]$/.test(delimiter)) return null;
  const middle = partEnd(rest, 2, delimiter);
  const end = middle === null ? null : replacementEnd(rest, middle + 1, delimiter);
  if (end === null) return null;
  const tail = rest.slice(end + 1);
  const after = tail.slice(flags.exec(tail)?.[0].length ?? 0);
  return /^( *([;}\n#]|$))/.test(after) ? after : null;
}

/** Where a pattern ends. A bracket that holds the delimiter is read differently by different seds. */
function partEnd(text: string, from: number, delimiter: string): number | null {
  for (let index = from; index < text.length; index += 1) {
    const char = text[index];
    if (char === "\n") return null;
    if (char === "\\") index += 1;
    else if (char === delimiter) return index;
    else if (char === "[") {
      const bracket = /^\[\^?\]?(?:\[:\w+:\]|[^\]\\\n])*\]/.exec(text.slice(index))?.[0];
      if (bracket === undefined || bracket.includes(delimiter)) return null;
      index += bracket.length - 1;
    }
  }
  return null;
}

function replacementEnd(text: string, from: number, delimiter: string): number | null {
  for (let index = from; index < text.length; index += 1) {
    const char = text[index];
    if (char === "\\") index += 1;
    else if (char === delimiter) return index;
    else if (char === "\n") return null;
  }
  return null;
}

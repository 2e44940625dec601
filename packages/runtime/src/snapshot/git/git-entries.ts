/** One setting in git's config. Sections and keys know no case. */
export interface GitEntry {
  section: string;
  name: string;
  key: string;
  value: string;
}

const space = /(?:[\s\uFEFF]|[#;][^\n]*)*/y;
const header = /\[\s*([^\s\]"]*)\s*(?:"((?:\\.|[^"\\\n])*)")?\s*\]/y;
const keyed = /([a-z][\w-]*)[ \t]*(=?)[ \t]*/iy;

/** What a value is, and where it ends: quotes and the ends of lines may be hidden in many ways. */
function valueAt(text: string, start: number): { value: string; end: number } {
  let value = "";
  let isQuoted = false;
  let at = start;
  for (; at < text.length && text[at] !== "\n"; at++) {
    const letter = text[at] ?? "";
    if (letter === "\\") {
      at += text.startsWith("\r\n", at + 1) ? 2 : 1;
      if (text[at] !== "\n") value += text[at] ?? "";
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && /[#;]/.test(letter)) {
      const end = text.indexOf("\n", at);
      return { value: value.trim(), end: end === -1 ? text.length : end };
    } else value += letter;
  }
  return { value: value.trim(), end: at };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The settings in a file of git's, as git reads it; `rest` is what is none of that, from where git would give up. */
export function parseGitConfig(text: string): { entries: GitEntry[]; rest: string } {
  const entries: GitEntry[] = [];
  let [section, name] = ["", ""];
  for (let at = 0; ; ) {
    at += match(space, text, at)?.[0].length ?? 0;
    if (at >= text.length) return { entries, rest: "" };
    const opened = match(header, text, at);
    if (opened !== null) {
      [section, name] = [(opened[1] ?? "").toLowerCase(), opened[2] ?? ""];
      at += opened[0].length;
      continue;
    }
    const found = match(keyed, text, at);
    if (found === null) return { entries, rest: text.slice(at) };
    at += found[0].length;
    const { value, end } = found[2] === "=" ? valueAt(text, at) : { value: "", end: at };
    entries.push({ section, name, key: (found[1] ?? "").toLowerCase(), value });
    at = end;
  }
}

/** A word of a command line: where it begins and ends in what the line says. */
export interface ShellWord {
  readonly start: number;
  readonly end: number;
}

/** A command line as a shell reads it, as far as its words go. Nothing is expanded. */
export interface ShellLine {
  /** What the words say, quotes and backslashes taken out, with a line break between any two. */
  readonly text: string;
  /** Where each character of that stands in the line; -1 for a line break that was put between words. */
  readonly places: readonly number[];
  /** Which of them are quoted. */
  readonly quoted: readonly boolean[];
  /** The words of each simple command. */
  readonly commands: readonly (readonly ShellWord[])[];
}

const separators = ";&|()`\r\n";

/** Reads a command line, however broken, in one pass. */
export function readShellLine(line: string): ShellLine {
  const said: string[] = [];
  const places: number[] = [];
  const quoted: boolean[] = [];
  const commands: ShellWord[][] = [];
  let words: ShellWord[] = [];
  let start: number | null = null;
  const put = (at: number, isQuoted: boolean): void => {
    start ??= said.length;
    said.push(line.charAt(at));
    places.push(at);
    quoted.push(isQuoted);
  };
  const endWord = (): void => {
    if (start === null) return;
    words.push({ start, end: said.length });
    start = null;
    said.push("\n");
    places.push(-1);
    quoted.push(false);
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === "'" || character === '"') {
      start ??= said.length;
      const escapes = character === '"' || line.charAt(at - 1) === "$";
      for (at += 1; at < line.length && line.charAt(at) !== character; at += 1) {
        if (escapes && line.charAt(at) === "\\" && at + 1 < line.length) at += 1;
        put(at, true);
      }
    } else if (character === "\\" && at + 1 < line.length) {
      at += 1;
      if (line.charAt(at) !== "\n") put(at, true);
    } else if (character === "#" && start === null) {
      for (; at < line.length && line.charAt(at) !== "\n"; at += 1) put(at, true);
      endCommand();
    } else if (separators.includes(character)) endCommand();
    else if (" \t<>".includes(character)) endWord();
    else put(at, false);
  }
  endCommand();
  return { text: said.join(""), places, quoted, commands };
}

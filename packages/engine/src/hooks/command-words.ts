/** The words of a command given as text, or why it cannot be one. */
export type WordsRead = { words: string[] } | { fault: string };

/** Characters that mean something to a shell, and nothing here. */
const operators = "|&;<>";
/** What a backslash takes its meaning from; before anything else it stays, as in a Windows path. */
const escapable = " \t\"'\\";

/** Splits a command line at blanks, honouring quotes as a shell does. Nothing is expanded, and there are no operators. */
export function commandWords(text: string): WordsRead {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    const next = text.charAt(at + 1);
    if (quote !== null) {
      if (character === quote) quote = null;
      else if (quote === '"' && character === "\\" && (next === '"' || next === "\\")) {
        word += next;
        at += 1;
      } else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (character === "\\" && next !== "" && escapable.includes(next)) {
      word = (word ?? "") + next;
      at += 1;
    } else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (operators.includes(character)) return { fault: noShell(text, at) };
    else word = (word ?? "") + character;
  }
  if (quote !== null) return { fault: `a quote (${quote}) is opened and never closed` };
  if (word !== null) words.push(word);
  return checked(words);
}

function noShell(text: string, at: number): string {
  const operator = /^(?:\|\||&&|>>|<<|[|&;<>])/.exec(text.slice(at, at + 2))?.[0] ?? text.charAt(at);
  return `${operator} means nothing here, since there is no shell: put the line into a script of its own, or quote it if it is meant as it stands`;
}

function checked(words: string[]): WordsRead {
  const [program] = words;
  if (program === undefined || program === "") return { fault: "it names no program" };
  if (/^[A-Za-z_]\w*=/.test(program)) {
    return { fault: "it starts with a variable, which only a shell would set: list its name under env" };
  }
  return { words };
}

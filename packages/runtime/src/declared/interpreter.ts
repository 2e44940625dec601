/** Programs that run the file they are given. */
const interpreters = new Set(
  "sh bash zsh dash ksh fish python pypy node nodejs deno bun tsx ts-node ruby perl php lua pwsh powershell Rscript".split(
    " ",
  ),
);

const endings = /\.(?:sh|bash|zsh|ksh|fish|py|[cm]?[jt]sx?|rb|pl|php|lua|ps1|r)$/i;
const shells = new Set("sh bash zsh dash ksh fish".split(" "));

/** What follows is the program itself, or the name of something that is no file. A shell's -e is something else. */
const inlineOf = (name: string): RegExp =>
  shells.has(name)
    ? /^-[a-z]*c$/
    : name === "python" || name === "pypy"
      ? /^-[a-zA-Z]*[cm]$/
      : /^(?:-[a-z]{0,2}[epr]|-c|--?(?:eval|print|command|encodedcommand))$/i;

/** The name of a program without its folder, its ending and its version: `/usr/bin/python3.12` is python. */
const nameOf = (word: string): string =>
  (word.split(/[/\\]/).at(-1) ?? "").replace(/\.exe$/i, "").replace(/[\d.]+$/, "");

/** The file an interpreter is told to run; `null` where a command names none. */
export function scriptIn([program = "", ...words]: readonly string[]): string | null {
  if (nameOf(program) === "env") {
    const at = words.findIndex((word) => !word.startsWith("-") && !word.includes("="));
    return at === -1 ? null : scriptIn(words.slice(at));
  }
  const name = nameOf(program);
  if (!interpreters.has(name)) return null;
  const inline = inlineOf(name);
  for (const word of words) {
    if (inline.test(word)) return null;
    if (!word.startsWith("-") && (/[/\\]/.test(word) || endings.test(word))) return isAddress(word) ? null : word;
  }
  return null;
}

/** deno runs what lies elsewhere. */
const isAddress = (word: string): boolean => /^[a-z]{2,}:/i.test(word);

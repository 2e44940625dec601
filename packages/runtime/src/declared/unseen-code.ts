import { resolve } from "node:path";
import type { Hook } from "@writ/contracts";
import { targetAt } from "./entry-at.ts";
import { fromRoot } from "./inside-root.ts";

const shells = new Set(["sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "busybox"]);
/** Programs that run what other files of the repository say. */
const runners = new Set(
  "make gmake just task rake npm npx pnpm pnpx yarn bunx cargo gradle gradlew mvn mvnw ant tox nox invoke".split(" "),
);
/** Programs some of whose words do. */
const runnerWords = new Map([
  ["bun", /^(?:run|x)$/],
  ["deno", /^task$/],
  ["go", /^(?:run|generate|test)$/],
  ["cmd", /^\/[ck]$/i],
  ["powershell", /^-(?:c|command|e|encodedcommand)$/i],
  ["pwsh", /^-(?:c|command|e|encodedcommand)$/i],
]);
/** Code among the words, or a module by its name; with a shell `-e` and `-m` are something else. */
const inline = /^(?:-[a-z]*[cem]|--(?:eval|print|command|module)(?:=.*)?)$/;
const inlineOfShell = /^-[a-z]*c[a-z]*$/;

const programOf = (word: string): string =>
  (word.split(/[\\/]/).at(-1) ?? word).toLowerCase().replace(/\.(?:exe|cmd|bat)$/, "");

const isFileOf = (root: string, path: string): boolean =>
  fromRoot(root, path) !== null && targetAt(path)?.isFile() === true;

/**
 * Whether a command runs code that is neither among the hook's files nor covered by the trust in it, as far as its
 * words tell: what a file of the hook loads in turn is for whoever reads it.
 */
export function runsUnseenCode(root: string, { handler: { kind, command } }: Pick<Hook, "handler">): boolean {
  if (kind === "module") return false;
  const at = command.findIndex(
    (word, place) => (place > 0 || word.includes("/")) && isFileOf(root, resolve(root, word)),
  );
  if (at === -1) return true;
  // What follows the first file are words for that file.
  const words = command.slice(0, at + 1);
  const programs = words.map(programOf);
  if (programs.some((program) => runners.has(program))) return true;
  if ([...runnerWords].some(([program, word]) => programs.includes(program) && words.some((one) => word.test(one))))
    return true;
  const code = programs.some((program) => shells.has(program)) ? inlineOfShell : inline;
  return words.some((word) => code.test(word));
}

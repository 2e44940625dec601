import { type Finding, opaque, type Scene } from "../finding.ts";
import { type Arg, literals } from "../syntax/arg.ts";

/**
 * Programs that start others, or run code, at a word typed into them. Some read a file or a pipe and listen to the
 * terminal all the same.
 */
const listeners: ReadonlySet<string> = new Set([
  ...["less", "more", "most", "pg", "man", "info"],
  ...["ed", "ex", "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "hx", "micro"],
  ...["gdb", "lldb", "psql", "mysql", "mariadb", "sqlite3", "dc", "ftp", "sftp", "telnet", "ssh", "tmux", "screen"],
]);

/** Of those, what prints like `cat` where its output goes elsewhere. */
const pagers = /^(?:less|more|man)$/;

const shells = /^(?:ba|da|z|k|mk|a|fi|c|tc)?sh$/;
const interpreters =
  /^(?:python[\d.]*|pypy3?|ipython3?|node|nodejs|deno|bun|tsx|ts-node|ruby|irb|perl|php|lua|[gmn]?awk)$/;
/** Options whose value is code. */
const coding = /^(?:-[a-zA-Z]*[cepErR]|--(?:eval|print)\b)/;
/** How code asks for more. A crude look at its text: to read it as the interpreter does would leave gaps. */
const asking =
  /input|std_?in|fileno|getline|readline|\bread\b|readSync|readFileSync\(\s*['"]?0|open\(\s*0|\bgets\b|repl|interact|breakpoint|set_trace|debug|pdb|pry|\btty|\/dev\/(?:fd\/0|std)|<>|\$\//i;

/** Options with which a test runner stops and takes code from the keyboard. */
const debuggers = /^--(?:i?pdb(?:cls)?|usepdb)(?:=|$)/;
const tracing = /^(?:pytest|py\.test|python[\d.]*)$/;

/**
 * What a command may do once the model types into it, for agents that let it and tell no hook. `null` where nothing
 * typed starts another program.
 */
export function typedInto(
  program: string,
  args: readonly Arg[],
  scene: Scene,
  { class: found }: Finding,
): Finding | null {
  if (scene.world.typed !== true) return null;
  const texts = literals(args) ?? args.map(({ literal, head }) => literal ?? head);
  // Whoever asks for the version or for help gets nothing else.
  if (texts.length === 1 && /^(?:--version|--help|-V)$/.test(texts[0] ?? "")) return null;
  if (!listens(program, texts, scene, found)) return null;
  return opaque(
    `${program} takes what is typed into it later, which no hook sees; use one command line that needs no typing`,
    program,
  );
}

function listens(program: string, texts: readonly string[], scene: Scene, found: Finding["class"]): boolean {
  if (listeners.has(program)) return !(pagers.test(program) && scene.redirected === true);
  if (texts.some((text) => debuggers.test(text))) return true;
  if (tracing.test(program) && texts.includes("--trace")) return true;
  if (program === "git") return opensEditor(texts);
  if (program === "mocha") return /^(?:inspect|debug)$/.test(texts[0] ?? "");
  // It takes away what has programs print without a pager.
  if (program === "env") return ownOptions(texts).some((text) => /^(?:-|-[0v]*i.*|--i[a-z-]*)$/.test(text));
  const isInterpreter = interpreters.test(program);
  if (!isInterpreter && !shells.test(program)) return false;
  const isBare = texts.every((text) => text.startsWith("-"));
  if (isBare && scene.input === null && scene.from == null) return found === "opaque";
  // What a shell is given is a command line, and judged as one.
  if (!isInterpreter) return false;
  const isCode = program.endsWith("awk") || texts.some((text) => coding.test(text)) || scene.input !== null;
  return isCode && asking.test([...texts, scene.input ?? ""].join(" "));
}

/** The words before the command that `env` starts. */
function ownOptions(texts: readonly string[]): readonly string[] {
  const end = texts.findIndex((text, at) => !/^-|=/.test(text) && !/^-[uC]$/.test(texts[at - 1] ?? ""));
  return texts.slice(0, end === -1 ? texts.length : end);
}

/** Git starts an editor, or asks piece by piece and may start one then. */
function opensEditor(texts: readonly string[]): boolean {
  const at = texts.findIndex((text, index) => !text.startsWith("-") && !/^-[cC]$/.test(texts[index - 1] ?? ""));
  const verb = texts[at] ?? "";
  const rest = texts.slice(at + 1);
  const has = (option: RegExp) => rest.some((text) => option.test(text));
  switch (verb) {
    case "help":
      return true;
    case "add":
    case "stage":
      return has(/^(?:-[a-zA-Z]*[epi][a-zA-Z]*|--edit|--patch|--interactive)$/);
    case "commit":
      if (has(/^(?:-[aoqsvinz]*[ep]|--edit$|--patch$|--interactive$)/)) return true;
      if (has(/^(?:--fixup=)?(?:amend|reword):/)) return true;
      return !has(/^(?:-[a-zA-Z]*[mFC]|--(?:message|file|reuse-message|fixup|no-edit|dry-run)(?:=|$))/);
    default:
      return false;
  }
}

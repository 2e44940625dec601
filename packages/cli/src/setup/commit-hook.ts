import { hookMarks } from "@writ/contracts";

const { begin, end } = hookMarks;
/** Marks a block whose hook did not end in a line break, so that taking the block out gives the same bytes back. */
const noNewline = " (no newline before)";
const shebang = "#!/bin/sh\n";

/** What Writ does in one of git's hooks. */
export interface HookLine {
  /** What is run, after `writ`. */
  readonly command: string;
  /** What a commit is without it. */
  readonly loss: string;
}

/** Before a commit: its records go with it. */
export const publishing: HookLine = { command: "publish --hook", loss: "carries no records" };
/** With its message: the intents are named in it. */
export const naming: HookLine = { command: 'trailers --hook "$1"', loss: "names no intents" };

/**
 * Lines of POSIX sh that do Writ's part of a commit. A hook that failed before them still fails; Writ being gone,
 * or failing, never stops a commit. `self` is a script to fall back on, for hooks that stay on this machine.
 */
function blockOf(self: string | null, tail: string, { command, loss }: HookLine): string {
  const fallback =
    self === null
      ? ""
      : `  elif [ -f ${quoted(self)} ] && command -v node >/dev/null 2>&1; then node ${quoted(self)} ${command}\n`;
  return `${begin}${tail}
# Added by "writ init"; "writ uninstall" takes it out again.
writ_status=$?; [ "$writ_status" -eq 0 ] || exit "$writ_status"
if [ -d .orchestration ]; then
  if [ -x node_modules/.bin/writ ]; then node_modules/.bin/writ ${command}
  elif command -v writ >/dev/null 2>&1; then writ ${command}
${fallback}  else echo "writ: found neither in node_modules nor on the PATH, so this commit ${loss}." >&2
  fi || echo "writ: ${command.split(" ")[0]} failed; the commit goes on. See: writ doctor" >&2
fi
${end}
`;
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A hook with Writ's block in it, where it was not yet or was an older one. */
export function withBlock(hook: string | null, self: string | null, line = publishing): string {
  const own = hook === null ? null : withoutBlock(hook);
  if (own === null) return `${shebang}${blockOf(self, "", line)}`;
  const torn = own !== "" && !own.endsWith("\n");
  const block = blockOf(self, torn ? noNewline : "", line);
  const [first, rest] = splitShebang(own);
  // A hook that leaves by itself would never come to what stands behind it.
  const leaves = /^[^\S\n]*(exec|exit)\b/m.test(rest);
  if (leaves) return `${first}${blockOf(self, "", line)}${rest}`;
  return `${own}${torn ? "\n" : ""}${block}`;
}

/** The hook without Writ's block: exactly what it was before. `null` when nothing but Writ's own file is left. */
export function withoutBlock(hook: string): string | null {
  const from = hook.indexOf(`${begin}`);
  const until = hook.indexOf(`${end}\n`, from);
  if (from === -1 || until === -1) return hook;
  const torn = hook.startsWith(`${begin}${noNewline}\n`, from);
  const before = hook.slice(0, torn ? from - 1 : from);
  const rest = hook.slice(until + end.length + 1);
  return rest === "" && before === shebang ? null : `${before}${rest}`;
}

/** Whether Writ's block is in there. */
export function hasBlock(hook: string): boolean {
  return withoutBlock(hook) !== hook;
}

function splitShebang(text: string): [string, string] {
  if (!text.startsWith("#!")) return ["", text];
  const at = text.indexOf("\n");
  return at === -1 ? [text, ""] : [text.slice(0, at + 1), text.slice(at + 1)];
}

/** Whether sh can run what stands in the file: it says so, or says nothing. */
export function isShellScript(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  const [first = ""] = new TextDecoder().decode(bytes.subarray(0, 200)).split("\n");
  return (
    !first.startsWith("#!") ||
    /^#!\s*(\/\S*\/)?(env\s+(-S\s+)?)?(\/\S*\/)?(sh|bash|dash|zsh|ksh|busybox sh)\b/.test(first)
  );
}

/** A hook that runs the one that was there first, whatever it is written in, then does Writ's part. */
export function wrapping(aside: string, self: string | null, line = publishing): string {
  return `${shebang}"$(dirname "$0")"/${quoted(aside)} "$@" || exit $?\n${blockOf(self, "", line)}`;
}

/** How Writ's lines are told from everybody else's. */
const begin = "# >>> writ >>>";
const end = "# <<< writ <<<";
/** Marks a block before which there was no line break, so that taking it out gives the same bytes back. */
const noNewline = " (no newline before)";

/** The paths Writ keeps out of git in this file, as `init --personal` put them there. */
export function excludedIn(text: string | null): string[] {
  const block = findBlock(text ?? "");
  if (block === null) return [];
  return block.lines.filter((line) => line.startsWith("/")).map((line) => line.slice(1));
}

/** An exclude file of git that names these paths of Writ's and no others; `null` when nothing is left in it. */
export function withExcluded(text: string | null, paths: readonly string[]): string | null {
  const block = findBlock(text ?? "");
  const own = block === null ? (text ?? "") : `${block.before}${block.after}`;
  if (paths.length === 0) return block !== null && own === "" ? null : text === null ? null : own;
  const isTorn = own !== "" && !own.endsWith("\n");
  const lines = [`${begin}${isTorn ? noNewline : ""}`, ...[...paths].sort().map((path) => `/${path}`), end];
  return `${own}${isTorn ? "\n" : ""}${lines.join("\n")}\n`;
}

function findBlock(text: string): { before: string; lines: string[]; after: string } | null {
  const from = text.startsWith(begin) ? 0 : text.indexOf(`\n${begin}`) + 1;
  const until = text.indexOf(`\n${end}\n`, from);
  if (!text.startsWith(begin, from) || until === -1) return null;
  const isTorn = text.startsWith(`${begin}${noNewline}\n`, from);
  return {
    before: text.slice(0, isTorn ? from - 1 : from),
    lines: text.slice(from, until).split("\n").slice(1),
    after: text.slice(until + end.length + 2),
  };
}

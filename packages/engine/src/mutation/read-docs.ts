/** Derived traits that show the documentation of fields to others. */
const shows =
  /derive\([^)]*\b(?:Parser|Args|Subcommand|ValueEnum|StructOpt|FromArgs|JsonSchema|ToSchema|SimpleObject|InputObject|GraphQL\w*)\b/;
/** Blocks of code in documentation that are not compiled. */
const notCode = /^```\s*(?:text|ignore|sh|bash|console|json|toml|yaml|plain|none)/;

/** Whether more than people read a piece of documentation in Rust: it holds a test, or a trait is derived that shows it. */
export function isReadDoc(text: string, start: number, end: number): boolean {
  const comment = text.slice(start, end);
  if (!/^\/\/[/!]|^\/\*[*!]/.test(comment)) return false;
  if (comment.startsWith("/*") ? comment.includes("```") : isInCode(text, start, comment)) return true;
  return shows.test(itemAround(text, start));
}

/** Whether a line of documentation stands between two marks of code. */
function isInCode(text: string, start: number, comment: string): boolean {
  const said = (line: string): string => /^\s*\/\/[/!]\s?(.*)/.exec(line)?.[1]?.trim() ?? "";
  let open: string | null = null;
  for (const line of linesBefore(text, start)) {
    if (said(line).startsWith("```")) open = open === null ? said(line) : null;
  }
  const own = said(comment);
  const fence = open ?? (own.startsWith("```") ? own : null);
  return fence !== null && !notCode.test(fence);
}

/** The lines of documentation right before a place, in order. From the end: files are long and have many of them. */
function linesBefore(text: string, start: number): string[] {
  const lines: string[] = [];
  let end = text.lastIndexOf("\n", start - 1);
  while (start > 0 && end >= 0) {
    const begin = end === 0 ? -1 : text.lastIndexOf("\n", end - 1);
    const line = text.slice(begin + 1, end);
    if (!/^\s*\/\/[/!]/.test(line)) break;
    lines.unshift(line);
    end = begin;
  }
  return lines;
}

/** So much of what stands around a comment is looked at. */
const longestAround = 3000;

/** What stands between the end of one declaration at the left margin and that of the next. */
function itemAround(text: string, start: number): string {
  const from = Math.max(0, start - longestAround);
  const near = text.slice(from, start + longestAround);
  const before = near.lastIndexOf("\n}", start - from);
  const after = near.indexOf("\n}", start - from);
  return near.slice(before < 0 ? 0 : before, after < 0 ? near.length : after);
}

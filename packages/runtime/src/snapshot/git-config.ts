/** Sections of git's config that git's everyday commands write, and that run nothing. */
const everyday =
  /^(?:branch|remote|user|pull|push|fetch|gui|color|advice|maintenance|rerere|lfs|gc|extensions|submodule)$/;
/** Keys that run something wherever they stand. */
const running = /^\s*(?:uploadpack|receivepack|vcs|proxy|update|pushurl|url|helper|command|program)\s*=\s*(.*)$/i;
/** What starts with one of these is a program, not an address. */
const program = /^["']?(?:!|ext::|-)/;

/**
 * What of git's config can make git run something or look elsewhere, as text to compare: `git push -u` and
 * `git checkout -b` change the rest of it every day.
 */
export function gitConfigDigestText(text: string): string {
  let isEveryday = false;
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, section] = /^\s*\[\s*([^\s\]"]+)/.exec(line) ?? [];
    if (section !== undefined) isEveryday = everyday.test(section.toLowerCase());
    if (!isEveryday) lines.push(line.trim());
    else {
      const [, value] = running.exec(line) ?? [];
      if (value !== undefined && (program.test(value.trim()) || !/^\s*(?:push)?url\s*=/i.test(line)))
        lines.push(line.trim());
    }
  }
  return lines.filter((line) => line !== "" && !/^[#;]/.test(line)).join("\n");
}

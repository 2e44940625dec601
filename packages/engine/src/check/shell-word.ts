/** What is not shown as it is where findings are printed: an escape in its place is no name that a shell knows. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** A word of a command line that somebody may copy: what a file or an intent is called must not run anything. */
export function shellWord(text: string): string {
  if (text.search(hidden) !== -1) return `$'${text.replace(/[\\']/g, "\\$&").replace(hidden, bytesOf)}'`;
  return /^[\w./@%+=:,-]+$/.test(text) && !text.startsWith("-") ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** As bash and zsh read it. */
function bytesOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // A byte that is no text is kept as a half of a pair; any other half is nothing that a name can have.
  if (code >= 0xd800 && code <= 0xdfff) return code >= 0xdc80 && code <= 0xdcff ? `\\x${hex(code - 0xdc00)}` : "?";
  return encodeURIComponent(character).toLowerCase().replaceAll("%", "\\x");
}

const hex = (code: number): string => code.toString(16).padStart(2, "0");

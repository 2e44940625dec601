/** Made when it is needed: a pattern with Unicode properties takes long to set up. */
const shapes = (): RegExp =>
  /\s+|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|[\p{L}\p{N}_$]+|>>>=|\.\.\.|===|!==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|->|==|!=|<=|>=|&&|\|\||\?\?|\?\.|\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|::|:=|[^\s]/gu;

const indented = /\.(py|pyi|ya?ml|nim|coffee|pug|sass)$|(^|\/)[Mm]akefile$/;

/**
 * A text without its layout: blanks, the style of quotes, semicolons and trailing commas are gone. Two texts of which a
 * formatter made one from the other come out equal; one in which a word, a sign or the content of a string changed does not.
 * With the file's name, indentation counts where the language gives it a meaning.
 */
export function tokenDigestText(text: string, path = ""): string {
  const laidOut = indented.test(path) ? text.replace(/^[ \t]+(?=\S)/gm, (blank) => `⇥${blank.length} `) : text;
  const tokens = laidOut.match(shapes())?.filter((token) => token.trim() !== "") ?? [];
  return tokens
    .filter((token, at) => token !== ";" && !(token === "," && /^[)\]}]$/.test(tokens[at + 1] ?? "")))
    .map(unquoted)
    .join("\n");
}

/** `'it\'s'` and `"it's"` are the same text. */
function unquoted(token: string): string {
  if (!/^(["'])(?!\1\1)[\s\S]*\1$/.test(token) || token.length < 2) return token;
  return `"${token.slice(1, -1).replace(/\\(["'])/g, "$1")}"`;
}

/** The commands of a line of sh, each as its words: quotes are taken off, comments left out. Enough for what docs show. */
export function commandsIn(line: string): string[][] {
  const found: string[][] = [];
  let words: string[] = [];
  for (const [token] of line.matchAll(/\s*(?:#.*|&&|\|\||[|;]|<\s*\S+|>+\s*\S+|(?:"[^"]*"|'[^']*'|[^\s"'|;&<>])+)/g)) {
    const text = token.trim();
    if (text.startsWith("#")) break;
    if (/^[<>]/.test(text)) continue;
    if (/^(&&|\|\||[|;])$/.test(text)) {
      found.push(words);
      words = [];
    } else words.push(text.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
  }
  return [...found, words].filter((command) => command.length > 0);
}

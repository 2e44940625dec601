const longest = 4_000;
const mostClauses = 30;
const longestWord = 80;
const file = /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt|rb|php|cs|css|html|json|ya?ml|md|sh)$/i;

/** What a person says in a message, without the code, addresses and paths they paste. */
export function proseOf(message: string): string {
  return message
    .slice(0, longest)
    .replace(/```[\s\S]*?(?:```|$)/g, " ")
    .split(/(\s+)/)
    .map((word) => (isPasted(word) ? "" : word))
    .join("");
}

/** The whole message, then its sentences: a request may stand beside much else. */
export function clausesOf(message: string): string[] {
  const prose = proseOf(message);
  const sentences = prose
    .split(/[.!?;:]+(?:\s+|$)|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
  return sentences.length > 1 ? [prose, ...sentences.slice(0, mostClauses)] : sentences;
}

function isPasted(word: string): boolean {
  if (word.length > longestWord || word.includes("://")) return true;
  const bare = word.replace(/[.,;:!?)"'`\]]+$/, "");
  if (bare.includes("@") && bare.includes(".")) return true;
  const slashes = bare.split("/").length - 1;
  return slashes > 1 || (slashes === 1 && /\.\w+$/.test(bare)) || file.test(bare);
}

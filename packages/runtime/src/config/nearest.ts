/** How many letters must change to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The word that was probably meant; `null` when none is near. Case, dashes and underscores count for nothing. */
export function nearest(word: string, words: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_\s]/g, "");
  const found = words
    .map((candidate) => ({ candidate, far: distance(plain(word).slice(0, 50), plain(candidate)) }))
    .sort((a, b) => a.far - b.far)[0];
  return found !== undefined && found.far <= Math.max(1, Math.floor(found.candidate.length / 3))
    ? found.candidate
    : null;
}

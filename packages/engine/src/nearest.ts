/** How many slips of the finger lie between two words: a letter more, less or other, or two in the wrong order. */
function slips(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j));
  const at = (i: number, j: number): number => table[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const other = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const best = Math.min(other, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwap ? at(i - 2, j - 2) + 1 : other);
      table[i]?.splice(j, 1, best);
    }
  }
  return at(a.length, b.length);
}

/** The word that was probably meant; `null` when none is near. Case, dashes and underscores count for nothing. */
export function nearest(word: string, words: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[-_\s]/g, "");
  const found = words
    .map((candidate) => ({ candidate, far: slips(plain(word).slice(0, 50), plain(candidate)) }))
    .sort((a, b) => a.far - b.far)[0];
  return found !== undefined && found.far <= Math.max(1, Math.floor(found.candidate.length / 3))
    ? found.candidate
    : null;
}

/** How many typing slips a word of this length may hold and still be recognised. */
const slipsIn = (word: string): number => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * Slips between two words: a letter too many, missing, wrong, or two swapped. More than `most` is `most + 1`, which is
 * known early.
 */
export function slips(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let older: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (older[j - 2] ?? 0) + 1);
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > most) return most + 1;
    older = previous;
    previous = row;
  }
  return Math.min(previous[b.length] ?? most + 1, most + 1);
}

/** What somebody probably meant, as stems, and how many slips away that is. */
export interface Near {
  readonly stems: readonly string[];
  readonly slips: number;
}

/** The nearest of the words that are known. People rarely miss a word's first letter, so only those that share it count. */
export function nearestOf(word: string, spelled: ReadonlyMap<string, string>): Near | undefined {
  let most = slipsIn(word);
  if (most === 0 || /\p{N}/u.test(word)) return undefined;
  let stems = new Set<string>();
  for (const [other, stem] of spelled) {
    if (other.charCodeAt(0) !== word.charCodeAt(0) || Math.abs(other.length - word.length) > most) continue;
    const allowed = Math.min(most, slipsIn(other));
    const distance = slips(word, other, allowed);
    if (distance > allowed) continue;
    if (distance < most) stems = new Set();
    most = distance;
    stems.add(stem);
  }
  return stems.size === 0 ? undefined : { stems: [...stems], slips: most };
}

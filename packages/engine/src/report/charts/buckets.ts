/** At most so many values, each the sum of as many neighbours; the newest end is kept whole. */
export function buckets(values: readonly number[], most: number): number[] {
  const size = Math.max(1, Math.ceil(values.length / most));
  const sums: number[] = [];
  for (let end = values.length; end > 0; end -= size)
    sums.push(values.slice(Math.max(0, end - size), end).reduce((one, other) => one + other, 0));
  return sums.reverse();
}

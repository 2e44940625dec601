/** The items without repetitions, in their order. Most lists of a decision are too short to repeat any. */
export function distinct<T>(items: readonly T[]): T[] {
  return items.length < 2 ? [...items] : [...new Set(items)];
}

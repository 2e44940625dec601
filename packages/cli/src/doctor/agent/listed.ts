/** `a`, `a and b`, `a, b and c` */
export function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1) ?? ""].filter((part) => part !== "").join(" and ");
}

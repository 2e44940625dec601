/** The words of a list as the alternatives of a pattern: many names read better as a list than as one long pattern. */
export const oneOf = (list: TemplateStringsArray, ...parts: readonly string[]): string =>
  `(${String.raw(list, ...parts)
    .trim()
    .split(/\s+/)
    .join("|")})`;

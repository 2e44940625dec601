/** A name on record; `null` for the word that records have where nobody told one. */
export const nameIn = (text: string | null): string | null => (text === "unknown" ? null : text);

/** What the mapping needs of the world. */
export interface Means {
  /** SHA-256 of a text, as `sha256:…`. */
  hash(text: string): string;
  /** A moment in UTC, ISO-8601 with `Z`; `null` for what is no moment. */
  toUtc(text: string): string | null;
}

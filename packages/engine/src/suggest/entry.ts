/** Where in an entry a word stands. */
export type Place = "name" | "keywords" | "examples" | "summary" | "use";

/** Something that can be suggested, in the words it can be found by. */
export interface Entry {
  readonly id: string;
  readonly texts: readonly { readonly place: Place; readonly text: string }[];
  readonly negativeKeywords?: readonly string[];
  readonly patterns?: readonly string[];
}

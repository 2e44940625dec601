/** How a language tells what others may use: a word before it, a capital letter, all that is not private, or not at all. */
type Visibility = "export" | "pub" | "capital" | "not private" | "unmarked";

/** A language whose syntax trees are compared. */
export interface Language {
  /** The grammar: `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  /** Code moves between files of one family. */
  readonly family: string;
  /** A name is known in its whole block, not only after its declaration. */
  readonly hoists: boolean;
  /** Blocks open a scope of their own. */
  readonly blockScopes: boolean;
  /** The last expression of a block is its value. */
  readonly blockValues: boolean;
  /** A name in a method may mean a member of its class. */
  readonly impliesThis: boolean;
  readonly visibility: Visibility;
}

const usual: Omit<Language, "grammar" | "family"> = {
  hoists: false,
  blockScopes: true,
  blockValues: false,
  impliesThis: false,
  visibility: "unmarked",
};

const ecma = { hoists: true, visibility: "export" } as const;

/** To add a language, add its line; what its nodes are called is looked up in `kinds.ts`. */
const table: Readonly<Record<string, Partial<Language> & Pick<Language, "family"> & { extensions: string }>> = {
  typescript: { extensions: "ts mts cts", family: "ecma", ...ecma },
  tsx: { extensions: "tsx", family: "ecma", ...ecma },
  javascript: { extensions: "js jsx mjs cjs", family: "ecma", ...ecma },
  python: { extensions: "py pyi", family: "python", hoists: true, blockScopes: false },
  go: { extensions: "go", family: "go", visibility: "capital" },
  rust: { extensions: "rs", family: "rust", visibility: "pub", blockValues: true },
  java: { extensions: "java", family: "java", visibility: "not private", impliesThis: true },
  cpp: { extensions: "cpp cc cxx hpp hh hxx h c", family: "cpp", impliesThis: true },
};

const byExtension = new Map<string, Language>(
  Object.entries(table).flatMap(([grammar, { extensions, ...own }]) =>
    extensions.split(" ").map((extension) => [extension, { ...usual, ...own, grammar }]),
  ),
);

/** The language of a file by its name; `undefined` where there is no grammar for it. */
export function languageOf(path: string): Language | undefined {
  return byExtension.get(/\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "");
}

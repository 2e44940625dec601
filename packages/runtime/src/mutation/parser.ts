import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import type { Language, SyntaxTree } from "@writ/engine";
import type { Language as Grammar, Parser, Tree } from "web-tree-sitter";
import { edited } from "./edited.ts";
import { toSyntaxTree } from "./syntax-tree.ts";

/** A file that takes longer than this, in milliseconds, is left to the comparison of tokens. */
const patience = 250;

/** Two trees, which hold memory until they are closed. */
export interface Parsed {
  readonly before: SyntaxTree | null;
  readonly after: SyntaxTree | null;
  close(): void;
}

export type Library = typeof import("web-tree-sitter");

let opened: Promise<Library> | null = null;
const grammars = new Map<string, Promise<Grammar>>();

/** Loads the parser, which stays for the life of the process. */
export function openParser(isBrief = false): Promise<Library> {
  opened ??= open(isBrief);
  return opened;
}

async function open(isBrief: boolean): Promise<Library> {
  // V8 would compile what it meets a second time, and better; that takes longer than parsing a file or two.
  if (isBrief) setFlagsFromString("--liftoff-only");
  const library = await import("web-tree-sitter");
  await library.Parser.init();
  return library;
}

/** The trees of two versions of a file; `null` when one of them cannot be parsed without errors, or not in time. */
export async function parse(language: Language, before: string | null, after: string | null): Promise<Parsed | null> {
  const library = await openParser();
  const grammar = await grammarOf(library, language);
  const parser = new library.Parser();
  const trees: Tree[] = [];
  const close = (): void => {
    for (const tree of trees) tree.delete();
    parser.delete();
  };
  const keep = (tree: Tree | null): Tree | null => {
    if (tree !== null) trees.push(tree);
    return tree;
  };
  try {
    parser.setLanguage(grammar);
    const old = before === null ? null : keep(within(parser, before, null));
    const hint = before === null || after === null || old === null ? null : keep(edited(library, old, before, after));
    const now = after === null ? null : keep(within(parser, after, hint));
    const isWhole = (text: string | null, tree: Tree | null): boolean =>
      text === null || tree?.rootNode.hasError === false;
    if (isWhole(before, old) && isWhole(after, now))
      return { before: toTree(old, before, language), after: toTree(now, after, language), close };
  } catch (error) {
    close();
    throw error;
  }
  close();
  return null;
}

function grammarOf(library: Library, { grammar }: Language): Promise<Grammar> {
  const known = grammars.get(grammar);
  if (known !== undefined) return known;
  const loaded = library.Language.load(grammarFile(grammar));
  grammars.set(grammar, loaded);
  return loaded;
}

/** Found from this very file, which is CommonJS in the bundle of the hook and a module everywhere else. */
function grammarFile(grammar: string): string {
  const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url);
  return createRequire(here).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
}

function within(parser: Parser, text: string, known: Tree | null): Tree | null {
  const end = performance.now() + patience;
  return parser.parse(text, known, { progressCallback: () => performance.now() > end });
}

const toTree = (tree: Tree | null, text: string | null, language: Language): SyntaxTree | null =>
  tree === null || text === null ? null : toSyntaxTree(tree, text, language);

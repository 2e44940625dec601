import type { Language } from "./languages.ts";

/** A node of a syntax tree, as any parser can give it. Places count UTF-16 units, lines from 1. */
export interface SyntaxNode {
  readonly kind: string;
  /** What it is to its parent: `name`, `body`, `left`; empty where the grammar gives it no part. */
  readonly field: string;
  readonly named: boolean;
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly endLine: number;
  readonly children: readonly SyntaxNode[];
}

/** A text with the tree that was made of it. */
export interface SyntaxTree {
  readonly language: Language;
  readonly text: string;
  readonly root: SyntaxNode;
}

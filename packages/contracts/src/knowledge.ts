import type { Stage } from "./hook-event.ts";

/** A document an agent can read, as its front matter describes it. */
export interface KnowledgeDocument {
  /** From the root. */
  readonly path: string;
  readonly id?: string;
  /** `skill`, `workflow`, `example` or `alignment`. */
  readonly type?: string;
  readonly scope?: string;
  readonly topics: readonly string[];
  readonly stages: readonly Stage[];
  readonly summary: string;
}

/** One entry of a route file: when these documents help. */
export interface Route {
  readonly scope: string;
  readonly topic: string;
  readonly whenToUse: string;
  readonly documents: readonly {
    readonly path: string;
    readonly stages: readonly Stage[];
    readonly usage: string;
    /** Where the route file names it. */
    readonly line?: number;
  }[];
  /** The route file and line it was read from. */
  readonly file: string;
  readonly line: number;
}

/** A document to read, and why. */
export interface DocumentSuggestion {
  readonly path: string;
  readonly reason: string;
  readonly stage?: Stage;
}

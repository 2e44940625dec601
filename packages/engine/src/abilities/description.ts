import type { Ability, FileFinding } from "@writ/contracts";

/** Where a description comes from; what stands first wins where two disagree. */
export const origins = ["registry", "table", "skill", "agent", "agents-file", "rules", "triggers"] as const;
export type Origin = (typeof origins)[number];

/** What one place says about an ability. */
export interface Description
  extends Pick<
    Ability,
    | "id"
    | "level"
    | "whenToUse"
    | "keywords"
    | "negativeKeywords"
    | "examples"
    | "patterns"
    | "modules"
    | "environments"
  > {
  readonly origin: Origin;
  /** From the root, and the line. */
  readonly file: string;
  readonly line: number;
  readonly kind: string | null;
  readonly operationKey: string | null;
  readonly summary: string | null;
  readonly priority: Ability["priority"] | null;
  readonly version: string | null;
  /** The registry file a table names, as it is written there. */
  readonly registryPath: string | null;
  /** What a high-level ability may call. */
  readonly operations: readonly string[];
  /** Documents it wants loaded, as written. */
  readonly documents: readonly string[];
}

/** What a file says, and what is wrong with it. */
export interface Described {
  readonly descriptions: readonly Description[];
  readonly findings: readonly FileFinding[];
}

/** Ids are compared with each other; no name is longer. */
const longestId = 200;

type Known = Pick<Description, "id" | "level" | "origin" | "file" | "line">;

/** A description that says nothing more than it must, with what is known on top. */
export function describe(known: Known & Partial<Description>): Description {
  return {
    kind: null,
    operationKey: null,
    summary: null,
    whenToUse: [],
    keywords: [],
    negativeKeywords: [],
    examples: [],
    patterns: [],
    modules: [],
    environments: [],
    priority: null,
    version: null,
    registryPath: null,
    operations: [],
    documents: [],
    ...known,
    id: known.id.slice(0, longestId),
  };
}

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Ability } from "@writ/contracts";
import { parse } from "yaml";

/** The parts of the set, the easy ones first. */
export const parts = ["plain", "typos", "paraphrases", "nothing"] as const;
export type Part = (typeof parts)[number];

/** What a prompt was used for: only those of `tuning` were looked at while the matcher was made. */
type Share = "tuning" | "held out" | "fresh";

/** A request, and what should be suggested for it; nothing in both lists means nothing at all. */
export interface Prompt {
  readonly part: Part;
  readonly text: string;
  readonly abilities: readonly string[];
  readonly documents: readonly string[];
  readonly share: Share;
}

/** A document as its front matter and route describe it. */
export interface BenchDocument {
  readonly id: string;
  readonly scope: string;
  readonly topics: readonly string[];
  readonly summary: string;
  readonly whenToUse: readonly string[];
}

const read = (folder: string, file: string): unknown => parse(readFileSync(join(folder, file), "utf8"));

interface AbilityRow {
  readonly id: string;
  readonly kind: string;
  readonly operation_key?: string;
  readonly summary: string;
  readonly when_to_use: string;
  readonly keywords: readonly string[];
  readonly negative_keywords?: readonly string[];
  readonly examples: readonly string[];
}

/** All abilities of the set, in the order of the files. */
export function readAbilities(folder: string): Ability[] {
  const files = readdirSync(join(folder, "abilities")).sort();
  return files.flatMap((file) =>
    (read(folder, join("abilities", file)) as AbilityRow[]).map((row) => toAbility(row, file)),
  );
}

function toAbility(row: AbilityRow, file: string): Ability {
  return {
    id: row.id,
    level: ["workflow", "agent", "skill"].includes(row.kind) ? "high" : "low",
    kind: row.kind,
    ...(row.operation_key === undefined ? {} : { operationKey: row.operation_key }),
    summary: row.summary,
    whenToUse: [row.when_to_use],
    keywords: row.keywords,
    negativeKeywords: row.negative_keywords ?? [],
    examples: row.examples,
    patterns: [],
    modules: [],
    environments: [],
    priority: "medium",
    source: `.system/registry/${file}`,
  };
}

interface DocumentRow {
  readonly path: string;
  readonly scope: string;
  readonly topics: readonly string[];
  readonly summary: string;
  readonly when_to_use: string;
}

/** All documents of the set. */
export function readDocuments(folder: string): BenchDocument[] {
  return (read(folder, "documents.yaml") as DocumentRow[]).map((row) => ({
    id: row.path,
    scope: row.scope,
    topics: row.topics,
    summary: row.summary,
    whenToUse: [row.when_to_use],
  }));
}

interface PromptRow {
  readonly say: string;
  readonly want?: readonly string[];
  readonly read?: readonly string[];
}

/**
 * All prompts. Which third of the first ones is held out depends on nothing but the prompt's text; the fresh ones were
 * written when the matcher was finished.
 */
export function readPrompts(folder: string): Prompt[] {
  const first = parts.flatMap((part) =>
    (read(folder, join("prompts", `${part}.yaml`)) as PromptRow[]).map((row) =>
      toPrompt(part, row, isHeldOut(row.say) ? "held out" : "tuning"),
    ),
  );
  return [...first, ...readLater(folder, "spent.yaml", "tuning"), ...readLater(folder, "fresh.yaml", "fresh")];
}

const readLater = (folder: string, file: string, share: Share): Prompt[] =>
  (read(folder, join("prompts", file)) as (PromptRow & { part: Part })[]).map((row) => toPrompt(row.part, row, share));

const isHeldOut = (text: string): boolean => createHash("sha256").update(text).digest().readUInt32BE(0) % 3 === 0;

const toPrompt = (part: Part, { say, want = [], read = [] }: PromptRow, share: Share): Prompt => ({
  part,
  text: say,
  abilities: want,
  documents: read,
  share,
});

import * as z from "zod/mini";
import { mutationClasses } from "./call.ts";
import { TraceFile } from "./trace.ts";

/** No file has more lines. What says otherwise would only keep a reader busy. */
export const mostLinesOfFile = 5_000_000;

const count = z.number().check(z.int(), z.gte(0), z.lte(mostLinesOfFile));
const place = z.number().check(z.int(), z.gte(1), z.lte(mostLinesOfFile));
const hash = z.string().check(z.regex(/^[\w:.-]{0,128}$/));
const print = z.string().check(z.regex(/^[\w+/=-]{0,64}$/));
const sum = z.string().check(z.regex(/^[0-9a-z.]{0,32}$/));
/** Names in code: any letters, but no sentence. */
const symbol = z.string().check(z.regex(/^[^\s\p{C}/\\"'`]{1,200}$/u));

const change = {
  length: count,
  kept: z.array(z.tuple([place, count, place, z.optional(z.string()), z.optional(hash)])),
};
interface Change {
  length: number;
  kept: readonly (readonly [start: number, count: number, ...rest: unknown[]])[];
}
const isInside = ({ length, kept }: Change): boolean =>
  kept.every(([start, many]) => start + many - 1 <= length) &&
  kept.reduce((sum, [, many]) => sum + many, 0) <= 2 * length;

/** Only these keys: whatever else is there is nobody's business in another workspace. */
const FileMeta = z.object({
  op: z.enum(["create", "modify", "delete", "rename"]),
  from: z.optional(z.string()),
  before: z.nullable(hash),
  after: z.nullable(hash),
  removed: count,
  binary: z.optional(z.literal(true)),
  coarse: z.optional(z.literal(true)),
  blob: z.optional(hash),
  blob_before: z.optional(hash),
  change: z.optional(z.object(change).check(z.refine(isInside))),
  since: z.optional(
    z
      .object({
        ...change,
        version: hash,
        unknown: z.optional(z.literal(true)),
        lines: z.array(z.tuple([place, print, sum])),
      })
      .check(z.refine(isInside)),
  ),
  given: z.optional(z.array(z.tuple([place, count, z.string(), hash, place]))),
  unsure: z.optional(z.union([z.literal(true), z.array(hash)])),
  sums: z.optional(z.array(sum)),
  class: z.optional(z.enum(mutationClasses)),
  symbols: z.optional(z.array(symbol)),
  symbol_lines: z.optional(z.array(z.nullable(z.tuple([place, place])))),
});

/** What of a trace's metadata another workspace may take over: who, how and which lines. */
export const CarriedTrace = z.object({
  agent: z.string(),
  session: z.string(),
  tool: z.string(),
  tool_name: z.string(),
  invocation_id: z.string(),
  call_id: z.string(),
  intent: z.nullable(z.string()),
  mutation_class: z.enum(mutationClasses),
  declared_class: z.optional(z.enum(mutationClasses)),
  class_disagrees: z.optional(z.literal(true)),
  files: z.record(z.string(), FileMeta),
  lines: z.record(z.string(), z.array(print)),
  lines_dropped: z.optional(z.literal(true)),
  raced: z.optional(z.array(z.string())),
  revision_before: z.optional(z.string().check(z.regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/))),
});
export type CarriedTrace = z.infer<typeof CarriedTrace>;

/** Writ's own part of an Agent Trace record: what the format has no words for. */
export const CarriedByWrit = z.looseObject({
  trace: z.looseObject({}),
  /** Models as Writ knows them, by how they are spelled in the record. */
  models: z.optional(z.record(z.string(), z.string())),
  /** The parts that come out otherwise when they are read back. */
  spelled: z.optional(
    z.looseObject({
      id: z.optional(z.string()),
      vcs: z.optional(z.object({ revision_id: z.string() })),
      files: z.optional(z.array(TraceFile)),
    }),
  ),
  /** Where the trace itself was imported from. */
  from: z.optional(z.object({ format: z.enum(["s0", "s1"]), original: z.optional(z.record(z.string(), z.unknown())) })),
});
export type CarriedByWrit = z.infer<typeof CarriedByWrit>;

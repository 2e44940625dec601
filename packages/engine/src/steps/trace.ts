import type {
  Aftermath,
  ChangedFile,
  FileClass,
  MutationClass,
  Step,
  TraceFile,
  TraceFileMeta,
  TraceMetadata,
  TraceRange,
  TraceRecord,
  Unchained,
  Write,
} from "@writ/contracts";
import { type Noted, noteLines } from "../lineage/noted.ts";
import { sumText } from "../lineage/shape.ts";
import { fingerprint } from "../lines/fingerprint.ts";
import { type Claim, claimOf, withoutLines } from "../lines/ranges.ts";
import { linesOf } from "../lines/split.ts";
import { endingOf } from "./mutating.ts";
import { spent } from "./spent.ts";

/** A record must stay one line a ledger, a mail and a diff can hold. */
const largest = 1_000_000;
/** A record with more lines than this keeps no fingerprints. */
const mostLines = 60_000;

/** What changed is written down: S1's record exactly, everything else under `metadata` (R88-R97). */
export const trace: Step = {
  name: "trace",
  record(aftermath) {
    if (aftermath.changed.length === 0 || endingOf(aftermath) !== "OK") return [];
    const { noted, added, used } = noteLines(aftermath);
    const known = aftermath.changed.flatMap(({ path, from }): Write[] => {
      const note = noted.get(path);
      return [
        { kind: "lines", path, known: note?.known ?? null },
        ...(from === undefined ? [] : [{ kind: "lines" as const, path: from, known: null }]),
      ];
    });
    return [
      { kind: "trace", record: fitting(aftermath, noted) },
      ...known,
      { kind: "pieces", added, used },
      ...spent(aftermath),
    ];
  },
};

interface Claimed {
  file: ChangedFile;
  claim: Claim;
  noted: Noted | undefined;
}

/** What a record keeps of lines: how they look and where they stood, only where they stood, or nothing. */
type Detail = "looks" | "places" | "none";

/** The fullest record that is not too large: without fingerprints, or with one range a file, where it must be. */
function fitting(aftermath: Aftermath, noted: ReadonlyMap<string, Noted>): Unchained<TraceRecord> {
  const claims = aftermath.changed.map((file) => ({
    file,
    claim: claimFor(file, noted.get(file.path), aftermath),
    noted: noted.get(file.path),
  }));
  const id = aftermath.id();
  const count = claims.reduce((sum, { claim }) => sum + claim.lines.length, 0);
  const fits = (made: Unchained<TraceRecord>): boolean => JSON.stringify(made).length <= largest;
  if (count <= mostLines) {
    const full = recordOf(aftermath, id, claims, "looks");
    if (fits(full)) return full;
  }
  const bare = recordOf(aftermath, id, claims, "places");
  if (fits(bare)) return bare;
  const whole = claims.map((claimed) => merged(claimed, aftermath.hash));
  const short = recordOf(aftermath, id, whole, "places");
  return fits(short) ? short : recordOf(aftermath, id, whole, "none");
}

/** What git brought is no claim of the call's. */
function claimFor(file: ChangedFile, noted: Noted | undefined, { facts, hash }: Aftermath): Claim {
  const claim = claimOf(file, facts.config.ranges, hash);
  return noted === undefined || noted.brought.size === 0 ? claim : withoutLines(claim, noted.brought, hash);
}

function recordOf(
  aftermath: Aftermath,
  id: string,
  claims: readonly Claimed[],
  detail: Detail,
): Unchained<TraceRecord> {
  const { facts, revision } = aftermath;
  const lines = ({ file, claim }: Claimed): [string, string[]] => [
    file.path,
    claim.lines.map((line) => fingerprint(line, aftermath.hash)),
  ];
  return {
    id,
    timestamp: facts.now,
    vcs: { revision_id: revision },
    files: claims.map((claimed) => traceFile(aftermath, claimed)),
    metadata: {
      ...who(aftermath),
      files: Object.fromEntries(claims.map((claimed) => [claimed.file.path, fileMeta(claimed, detail, aftermath)])),
      lines: Object.fromEntries(detail === "looks" ? claims.map(lines) : []),
      ...(detail !== "looks" && { lines_dropped: true as const }),
      ...how(aftermath),
    },
  };
}

function who({ call, event, intent, mutationClass }: Aftermath) {
  return {
    agent: event.session.agent,
    session: event.session.id,
    tool: call.tool,
    tool_name: call.toolName,
    invocation_id: call.id,
    call_id: call.callId,
    intent,
    mutation_class: mutationClass,
    ...(call.declaredClass !== undefined && { declared_class: call.declaredClass }),
    ...(isContradicted(call.declaredClass, mutationClass) && { class_disagrees: true as const }),
  };
}

/** The agent said one thing and did another; who does not know contradicts nobody. */
function isContradicted(declared: MutationClass | undefined, found: MutationClass): boolean {
  return declared !== undefined && declared !== "UNKNOWN" && found !== "UNKNOWN" && declared !== found;
}

function how({
  pending,
  raced,
  revision,
  revisionBefore = null,
}: Aftermath): Pick<TraceMetadata, "ticket" | "raced" | "would" | "revision_before"> {
  return {
    ...(pending?.ticket !== undefined && { ticket: pending.ticket }),
    ...(raced.length > 0 && { raced: [...raced] }),
    ...(revisionBefore !== null && revisionBefore !== revision && { revision_before: revisionBefore }),
    ...(pending?.would !== undefined && { would: pending.would }),
  };
}

function traceFile({ event, facts, intent }: Aftermath, { file, claim }: Claimed): TraceFile {
  const model = event.session.model ?? facts.session.model ?? "unknown";
  return {
    relative_path: file.path,
    conversations: [
      {
        url: event.session.id,
        contributor: { entity_type: "AI", model_identifier: model },
        ranges: claim.ranges,
        related: intent === null ? [] : [{ type: "specification", value: intent }],
      },
    ],
  };
}

function fileMeta(
  { file, claim, noted }: Claimed,
  detail: Detail,
  { fileClasses }: Pick<Aftermath, "fileClasses">,
): TraceFileMeta {
  const binary = (file.after ?? file.before)?.binary === true;
  const blobs = { blob_before: file.before?.blob, blob: file.after?.blob };
  return {
    op: file.op,
    ...(file.from !== undefined && { from: file.from }),
    before: file.before?.hash ?? null,
    after: file.after?.hash ?? null,
    removed: claim.removed,
    ...(binary && { binary: true as const }),
    ...(claim.coarse && { coarse: true as const }),
    // Of a version that a trace made, that trace has it.
    ...(blobs.blob_before !== undefined && noted?.isNew === true && { blob_before: blobs.blob_before }),
    ...(blobs.blob !== undefined && { blob: blobs.blob }),
    ...(noted && lineMeta(claim, noted, detail)),
    ...touchedIn(fileClasses?.get(file.path)),
  };
}

/** What the syntax tree says of a file. */
function touchedIn(found: FileClass | undefined): Pick<TraceFileMeta, "class" | "symbols" | "symbol_lines"> {
  if (found === undefined) return {};
  const symbols = found.symbols ?? [];
  return {
    class: found.class,
    ...(symbols.length > 0 && {
      symbols: symbols.map(({ name }) => name),
      symbol_lines: symbols.map(({ lines }) => (lines === null ? null : [lines[0], lines[1]])),
    }),
  };
}

function lineMeta(
  claim: Claim,
  noted: Noted,
  detail: Detail,
): Pick<TraceFileMeta, "change" | "since" | "given" | "unsure" | "sums"> {
  if (detail === "none") return {};
  if (detail === "looks") return { ...noted.meta, sums: sumsOf(claim, noted) };
  const { since, ...places } = noted.meta;
  return { ...places, ...(since && { since: { ...since, lines: [] } }) };
}

/** What tells a line again that was laid out anew, of the lines the record has fingerprints of. */
function sumsOf({ ranges }: Claim, { known }: Noted): string[] {
  return ranges.flatMap(({ start_line, end_line }) =>
    (known?.shapes ?? []).slice(start_line - 1, end_line).map(sumText),
  );
}

/** One range from the first changed line to the last. */
function merged({ file, claim, noted }: Claimed, hash: Aftermath["hash"]): Claimed {
  const [first, last] = [claim.ranges[0], claim.ranges.at(-1)];
  if (first === undefined || last === undefined || first === last) return { file, claim, noted };
  const lines = linesOf(file.after?.text ?? "").slice(first.start_line - 1, last.end_line);
  const range: TraceRange = {
    start_line: first.start_line,
    end_line: last.end_line,
    content_hash: hash(lines.join("")),
  };
  return { file, claim: { ...claim, ranges: [range], coarse: true }, noted };
}

import type { DecisionKind, DecisionRecord, TraceRecord } from "@writ/contracts";
import { sayMoment } from "../text/moment.ts";
import type { Paint } from "../text/paint.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import type { LogEntry } from "./merge.ts";

/** One entry in one line: when, what, under which intent, on which files. */
export function formatEntry(entry: LogEntry, paint: Paint): string {
  return entry.kind === "trace" ? formatTrace(entry.record, paint) : formatDecision(entry.record, paint);
}

function formatTrace(record: TraceRecord, paint: Paint): string {
  // Records of other tools are read too, and may lack what Writ always writes.
  const metadata: Partial<TraceRecord["metadata"]> = record.metadata ?? {};
  const files = record.files.map(({ relative_path: path, conversations }) => {
    const ranges = conversations.flatMap(({ ranges }) =>
      ranges.map(({ start_line: start, end_line: end }) => (start === end ? `${start}` : `${start}-${end}`)),
    );
    const op = metadata.files?.[path]?.op;
    return `${op === undefined ? "" : `${op} `}${visible(path)}${ranges.length === 0 ? "" : `:${ranges.join(",")}`}`;
  });
  const intent = metadata.intent ?? record.files[0]?.conversations[0]?.related[0]?.value ?? "-";
  const tail = [
    ...(metadata.erased === true ? ["erased"] : []),
    ...(metadata.raced !== undefined && metadata.raced.length > 0 ? ["raced"] : []),
    ...(metadata.would === undefined ? [] : [`would have been ${metadata.would.code || metadata.would.verdict}`]),
  ];
  // Only somebody else says so.
  const what = metadata.imported === undefined ? "changed" : "imported";
  return line(record.timestamp, paint.green(what.padEnd(width)), intent, [files.join(" "), ...tail], paint);
}

const width = 9;
const ofIntents: ReadonlySet<DecisionKind> = new Set(["accepted", "closed", "reopened"]);
const alarming: ReadonlySet<DecisionKind> = new Set(["refused", "rejected", "failed", "unmatched", "strayed", "alarm"]);

function formatDecision(record: DecisionRecord, paint: Paint): string {
  const {
    decision,
    intent,
    code,
    tool,
    programs = [],
    globs = [],
    ticket,
    grant,
    by,
    assurance,
    until,
    reason,
  } = record;
  // An intent is always in that file; what it owns says more.
  const paths = ofIntents.has(decision) ? [] : (record.paths ?? []);
  const painted = (alarming.has(decision) ? paint.red : paint.cyan)(decision.padEnd(width));
  const parts = [
    // What kept it open is no news of one that is closed.
    ...(code === undefined || decision === "closed" ? [] : [code]),
    ...(tool === undefined ? [] : [tool]),
    ...(paths.length > 3 ? [`${paths.slice(0, 3).join(" ")} and ${plural(paths.length - 3, "more file")}`] : paths),
    ...programs,
    ...globs,
    ...(ticket === undefined ? [] : [`ticket ${ticket}`]),
    ...(grant === undefined ? [] : [`grant ${grant}`]),
    ...(by === undefined ? [] : [`by ${by}${assurance === undefined ? "" : ` (${assurance})`}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(reason === undefined ? [] : [sayReason(decision, reason)]),
  ];
  return line(record.timestamp, painted, intent ?? "-", parts.map(visible), paint);
}

/** How an intent was taken up. */
const ways: Readonly<Record<string, string>> = {
  tool: "by the agent's tool",
  cli: "by writ intent select",
  branch: "by the name of the branch",
  parent: "as the session that started it",
  library: "by the library",
};

/** Somebody's words are quoted; our own short forms are spelled out. */
function sayReason(decision: DecisionKind, reason: string): string {
  if (decision === "selected" && Object.hasOwn(ways, reason)) return ways[reason] ?? reason;
  const [, numbers] = /^criteria:([\d,]+)$/.exec(reason) ?? [];
  if (numbers === undefined) return `"${reason}"`;
  return `${numbers.includes(",") ? "criteria" : "criterion"} ${numbers.replaceAll(",", ", ")} did not hold`;
}

function line(at: string, what: string, intent: string, parts: readonly string[], paint: Paint): string {
  return `${paint.dim(visible(sayMoment(at)))}  ${what}  ${visible(intent)}  ${parts.join("  ")}`.trimEnd();
}

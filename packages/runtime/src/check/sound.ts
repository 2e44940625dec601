import type { ChangedLines, DecisionRecord, TraceFileMeta, TraceRecord } from "@writ/contracts";

/**
 * Records as a change brings them may hold anything: whoever made the change may have written them. What is not of the
 * kind it should be is taken as not there, so that nothing that is looked for trips over it.
 */
export function soundDecision(record: DecisionRecord): DecisionRecord {
  const { id, timestamp, decision, agent, session, intent, metadata } = record;
  const { paths, globs, contents, lines, evidence, assurance, revision, after_trace: last } = record;
  return {
    id,
    timestamp,
    decision,
    agent,
    session,
    intent,
    metadata,
    ...textsOf(record),
    ...(typeof assurance === "string" && { assurance }),
    ...(typeof revision === "string" && { revision }),
    ...(Number.isSafeInteger(last) && { after_trace: Number(last) }),
    ...(isTexts(paths) && { paths }),
    ...(isTexts(globs) && { globs }),
    ...(isObject(contents) && isTexts(Object.values(contents)) && { contents: bare(Object.entries(contents)) }),
    ...(isObject(lines) && Object.values(lines).every(isLines) && { lines: bare(Object.entries(lines)) }),
    ...(isObject(evidence) && Array.isArray(evidence.checks) && evidence.checks.every(isObject) && { evidence }),
  };
}

type Words = Pick<DecisionRecord, "ticket" | "by" | "risk" | "until" | "tool" | "code">;

function textsOf({ ticket, by, risk, until, tool, code }: DecisionRecord): Words {
  return {
    ...(typeof ticket === "string" && { ticket }),
    ...(typeof by === "string" && { by }),
    ...(typeof risk === "string" && { risk }),
    ...(typeof until === "string" && { until }),
    ...(typeof tool === "string" && { tool }),
    ...(typeof code === "string" && { code }),
  };
}

/** The same for a change. */
export function soundTrace(record: TraceRecord): TraceRecord {
  const { ticket, raced, would, declared_class, files, intent, session, ...rest } = record.metadata ?? {};
  return {
    ...record,
    metadata: {
      ...rest,
      intent: typeof intent === "string" ? intent : null,
      session: typeof session === "string" ? session : "unknown",
      files: soundFiles(isObject(files) ? files : {}),
      ...(typeof ticket === "string" && { ticket }),
      ...(isTexts(raced) && { raced }),
      ...(isObject(would) && typeof would.code === "string" && { would }),
      ...(typeof declared_class === "string" && { declared_class }),
    },
  };
}

function soundFiles(files: Record<string, TraceFileMeta>): Record<string, TraceFileMeta> {
  return bare(Object.entries(files).filter(([, meta]) => isObject(meta)));
}

/** Without what every object has: a file may be called `constructor`, and no record tells of it. */
function bare<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.setPrototypeOf(Object.fromEntries(entries), null);
}

function isObject<T>(value: T): value is T & object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isLines = (lines: unknown): lines is ChangedLines =>
  isObject(lines) && isTexts([Object(lines).added, Object(lines).removed]);

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

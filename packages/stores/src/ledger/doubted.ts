import { type DecisionRecord, doubtKinds, type TraceRecord } from "@writ/contracts";
import { decisionKind } from "./decision-kind.ts";
import { isHarmlessDrift } from "./harmless-drift.ts";
import { isObject } from "./values.ts";

/** The files a trace changed without telling how their lines follow from those before. */
export function untoldIn({ files, metadata }: TraceRecord): string[] {
  const names = new Set([...files.map((file) => file.relative_path), ...Object.keys(metadata?.files ?? {})]);
  return [...names].filter((name) => {
    const meta: unknown = metadata?.files?.[name];
    return !isObject(meta) || (meta.op !== "delete" && !isObject(meta.change));
  });
}

/** The files a decision says somebody changed whom nobody knows. */
export const doubtedIn = (record: DecisionRecord): string[] =>
  isDoubt(record) ? [...new Set(decisionKind.files(record))] : [];

/** What such files held then, by their names. */
export const contentsInDoubt = (record: DecisionRecord): [name: string, hash: string][] =>
  isDoubt(record) && isObject(record.contents)
    ? Object.entries(record.contents).filter((one): one is [string, string] => typeof one[1] === "string")
    : [];

const isDoubt = (record: DecisionRecord): boolean =>
  doubtKinds.some((kind) => kind === record.decision) && !isHarmlessDrift(record);

import { type DecisionRecord, isSureEnough, type Risk, type TraceRecord } from "@writ/contracts";
import { isImported } from "../../lineage/steps.ts";
import type { CheckedFile, CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { gateOf } from "../gate.ts";

/** What a person had to agree to, they did, surely enough, and it is what they agreed to. */
export const approvals: Rule = (facts) => {
  const files = new Map(facts.files.map((file) => [file.path, file]));
  return facts.traces.flatMap((trace) => {
    const { ticket } = trace.metadata ?? {};
    if (ticket === undefined) return [];
    const paths = Object.keys(trace.metadata.files).filter((path) => files.has(path));
    if (paths.length === 0) return [];
    return [
      ...answered(trace, ticket, paths, facts),
      ...paths.flatMap((path) => changedSince(trace, ticket, path, files, facts)),
    ];
  });
};

const isRisk = (risk: string | undefined): risk is Risk =>
  risk !== undefined && ["change", "sensitive", "delete", "command", "opaque", "expansion"].includes(risk);

function answered(trace: TraceRecord, ticket: string, paths: readonly string[], facts: CheckFacts): Found[] {
  const yes = facts.answers.find((one) => one.ticket === ticket && isYes(one));
  if (yes === undefined)
    return paths.map((path) => ({
      rule: "approval-missing",
      path,
      message: `${path} was changed with ticket ${ticket}, and it is not on record that a person approved it.`,
      hint: "Look at the change; the person who approved it publishes their records with: writ publish --all",
      ...intentOf(trace),
    }));
  const wanted = isRisk(yes.risk) ? gateOf(facts.before.config, facts.now.config).assurance[yes.risk] : null;
  const given = yes.assurance ?? "script";
  if (wanted === null || isSureEnough(given, wanted)) return [];
  return paths.map((path) => ({
    rule: "weak-approval",
    path,
    message: `The approval of ticket ${ticket} for ${path} is only as sure as "${given}"; the risk "${yes.risk}" needs "${wanted}".`,
    hint: "Let a person approve it again at a terminal, or look at the change and make it yourself.",
    ...intentOf(trace),
  }));
}

const isYes = ({ decision }: DecisionRecord): boolean => decision === "approved" || decision === "granted";

/**
 * What was approved is what is there: unless a later trace or a person's lines tell why the file is another, the content
 * that the ticket was bound to was changed behind it.
 */
function changedSince(
  trace: TraceRecord,
  ticket: string,
  path: string,
  files: ReadonlyMap<string, CheckedFile>,
  facts: CheckFacts,
): Found[] {
  const file = files.get(path);
  const meta = trace.metadata.files[path];
  if (file === undefined || meta === undefined) return [];
  const raced = trace.metadata.raced?.includes(path) === true;
  if (!raced && (isSame(file, meta) || isExplained(file, trace, facts))) return [];
  const how = raced
    ? "somebody changed it between the approval and the write"
    : "what is committed is not what was approved, and no record says why";
  return [
    {
      rule: "changed-after-approval",
      path,
      message: `${path} was approved with ticket ${ticket}, and then changed: ${how}.`,
      hint: "Compare it with what was approved, and have the difference approved too.",
      ...intentOf(trace),
    },
  ];
}

function isSame(file: CheckedFile, meta: { after: string | null; blob?: string }): boolean {
  if (file.op === "delete") return meta.after === null;
  return meta.after === file.hash || (meta.blob !== undefined && meta.blob === file.blob);
}

function isExplained(file: CheckedFile, trace: TraceRecord, { traces }: CheckFacts): boolean {
  const at = traces.indexOf(trace);
  const isLater = traces
    .slice(at + 1)
    .some((later) => !isImported(later) && later.metadata?.files?.[file.path] !== undefined);
  return isLater || file.isPersons === true;
}

const intentOf = ({ metadata }: TraceRecord): { intent?: string } =>
  metadata.intent === null ? {} : { intent: metadata.intent };

import { isSureEnough, type Risk, type TraceRecord } from "@writ/contracts";
import { isImported } from "../../lineage/steps.ts";
import { yesTo } from "../agreed.ts";
import type { CheckedFile, CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import type { Gate } from "../gate.ts";
import { isLeftAs } from "./gate.ts";

/** What a person had to agree to, they did, surely enough, and it is what they agreed to. */
export const approvals: Rule = (facts, gate) => {
  const files = new Map(facts.files.map((file) => [file.path, file]));
  return facts.traces.flatMap((trace) => {
    const { ticket } = trace.metadata ?? {};
    if (ticket === undefined) return [];
    const paths = Object.keys(trace.metadata.files).filter((path) => files.has(path));
    if (paths.length === 0) return [];
    return [
      ...answered(trace, ticket, paths, facts, gate),
      ...paths.flatMap((path) => changedSince(trace, ticket, path, files, facts)),
    ];
  });
};

const isRisk = (risk: string | undefined): risk is Risk =>
  risk !== undefined && ["change", "sensitive", "delete", "command", "opaque", "expansion"].includes(risk);

function answered(
  trace: TraceRecord,
  ticket: string,
  paths: readonly string[],
  facts: CheckFacts,
  { assurance }: Gate,
): Found[] {
  const yes = yesTo(ticket, facts);
  if (yes === null)
    return paths.map((path) => ({
      rule: "approval-missing",
      path,
      message: `${path} was changed with ticket ${ticket}, and it is not on record that a person approved it.`,
      hint: "Look at the change; the person who approved it publishes their records with: writ publish --all",
      ...intentOf(trace),
    }));
  if (yes.decision === "approved" && isUsedBefore(trace, ticket, facts))
    return paths.map((path) => ({
      rule: "approval-missing",
      path,
      message: `${path} was changed with ticket ${ticket}, which another call had used already; a ticket is for one.`,
      hint: "Look at the change: no person was asked about it.",
      ...intentOf(trace),
    }));
  const wanted = isRisk(yes.risk) ? assurance[yes.risk] : null;
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

function isUsedBefore({ id, metadata }: TraceRecord, ticket: string, { traces }: CheckFacts): boolean {
  const first = traces.find((one) => one.metadata.ticket === ticket);
  return first !== undefined && first.id !== id && first.metadata.call_id !== metadata.call_id;
}

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
  if (!raced && (isLeftAs(file, meta) || isExplained(file, trace, facts))) return [];
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

function isExplained(file: CheckedFile, trace: TraceRecord, { traces }: CheckFacts): boolean {
  const at = traces.indexOf(trace);
  const isLater = traces
    .slice(at + 1)
    .some((later) => !isImported(later) && later.metadata?.files?.[file.path] !== undefined);
  return isLater || file.isPersons === true;
}

const intentOf = ({ metadata }: TraceRecord): { intent?: string } =>
  metadata.intent === null ? {} : { intent: metadata.intent };

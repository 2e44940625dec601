import { isSureEnough, type Risk, type TraceRecord } from "@writ/contracts";
import { isImported } from "../../lineage/steps.ts";
import { wordFor, yesTo } from "../agreed.ts";
import type { CheckedFile, CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import type { Gate } from "../gate.ts";
import { isAbsent } from "../is-called.ts";
import { touched } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";
import { type WentTo, whereabouts } from "../whereabouts.ts";
import { isLeftAs } from "./gate.ts";

/** What a person had to agree to, they did, surely enough, and it is what they agreed to. */
export const approvals: Rule = (facts, gate) => {
  const find = whereabouts(facts.files);
  const filesOf = touched(facts.files);
  const isExplained = (file: CheckedFile, trace: TraceRecord): boolean => {
    const later = facts.traces.slice(facts.traces.indexOf(trace) + 1);
    return file.isPersons === true || later.some((one) => !isImported(one) && filesOf(one).includes(file));
  };
  return facts.traces.flatMap((trace) => {
    const { ticket } = trace.metadata ?? {};
    const went = ticket === undefined ? [] : find(trace);
    if (ticket === undefined || went.length === 0) return [];
    // Lines that are gone were agreed to all the same: what the file has instead must be explained.
    const there = went.filter(({ file }) => !isAbsent(facts, trace, file));
    const paths = [...new Set(there.map(({ file }) => file.path))];
    // A person's word is for what the head has, whatever was agreed to before.
    const open = went.filter(({ file }) => wordFor(file, facts, gate.assurance.sensitive).state !== "agreed");
    return [
      ...answered(trace, ticket, paths, facts, gate),
      ...open.flatMap((one) => changedSince(trace, ticket, one, isExplained)),
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
  { name, file }: WentTo,
  isExplained: (file: CheckedFile, trace: TraceRecord) => boolean,
): Found[] {
  const meta = trace.metadata.files[name];
  const { path } = file;
  // What was to be deleted is gone from where it was, whatever has its content now.
  const isGone = meta?.after === null && path !== name;
  if (meta === undefined || isGone) return [];
  const raced = trace.metadata.raced?.includes(name) === true;
  const isApproved = isLeftAs(file, meta) || file.mergedFrom === trace.id;
  if (!raced && (isApproved || isExplained(file, trace))) return [];
  const how = raced
    ? "somebody changed it between the approval and the write"
    : "what is committed is not what was approved, and no record says why";
  const moved = path === name ? "" : ` It is ${path} now.`;
  const words = [path, ...(file.from === undefined ? [] : [file.from])].map(shellWord).join(" --file ");
  return [
    {
      rule: "changed-after-approval",
      path,
      message: `${name} was approved with ticket ${ticket}, and then changed: ${how}.${moved}`,
      hint: `Compare it with what was approved. Whoever agrees to what is there now says so at a terminal, and commits once more: writ approve --file ${words}`,
      ...intentOf(trace),
    },
  ];
}

const intentOf = ({ metadata }: TraceRecord): { intent?: string } =>
  metadata.intent === null ? {} : { intent: metadata.intent };

import type { DecisionRecord, LedgerIndex, TraceRecord } from "@writ/contracts";
import { inOrder } from "@writ/engine";
import type { CheckFacts, LedgerFault } from "@writ/engine/check";
import { eachOnce } from "@writ/stores";
import { commitRanks } from "../lineage/commit-ranks.ts";
import { sidecarName } from "../locate.ts";
import type { IndexListener } from "../workspace/ledger-index.ts";
import type { Workspace } from "../workspace/types.ts";
import { absentRecords } from "./absent-records.ts";
import { withAgreed } from "./agreed.ts";
import { changesAbove } from "./changes-above.ts";
import { commitHooksAmong } from "./commit-hooks.ts";
import { agentCommits } from "./commits.ts";
import { differenceBetween, newTo } from "./difference.ts";
import type { Git } from "./git.ts";
import { givenAttributes } from "./given-attributes.ts";
import { handlersAt } from "./guarded-at.ts";
import { ledgerBetween } from "./ledger-between.ts";
import { liveRecords } from "./live-records.ts";
import { withMerged } from "./only-merged.ts";
import { openIndexAt } from "./open-index-at.ts";
import { missed, stillCounting } from "./passing-records.ts";
import { pastInRange } from "./past-in-range.ts";
import type { Range } from "./range.ts";
import { namesOf, type OnProgress, readFiles } from "./read-files.ts";
import type { Records } from "./records.ts";
import { oversizeIn, sidecarAt } from "./sidecar-at.ts";
import { soundDecision, soundTrace } from "./sound.ts";
import { standingAmong } from "./standing.ts";
import { withUnclaimed } from "./unclaimed.ts";
import { unjudgedTraces } from "./unjudged.ts";
import { unjudgedRemovals } from "./unjudged-removals.ts";
import { unjudgedStrays } from "./unjudged-strays.ts";
import { untoldRemovals } from "./untold-removals.ts";
import { vanishedFiles } from "./vanished.ts";

/** Who wants to know how it goes: reading the ledgers, and then the files. */
export interface CheckListening {
  listener?: IndexListener;
  onProgress?: OnProgress;
}

/** Reads everything the check is made from. */
export async function gatherFacts(
  workspace: Workspace,
  git: Git,
  range: Range,
  { onProgress, listener }: CheckListening = {},
): Promise<CheckFacts> {
  const { parted, base, head } = range;
  const { changes: inside, added } = await differenceBetween(git, parted, head, await oversizeIn(git, [parted, head]));
  const all = [...inside, ...(await changesAbove(git, parted, head))];
  const changes = base === parted ? all : await newTo(git, base, head, all);
  // What the change did is told from where it left; what it must hold up to is what it goes into now.
  const [left, now] = [await sidecarAt(git, parted), await sidecarAt(git, head)];
  const there = base === parted ? left : await sidecarAt(git, base);
  // A branch that left before Writ came goes into what Writ guards all the same.
  const before = left.exists ? left : there;
  const guarded = await commitHooksAmong(git, changes);
  for (const revision of new Set([parted, base, head]))
    guarded.push(...(await handlersAt(git, workspace.root, revision)));
  const findStanding = (lost: readonly TraceRecord[]) => standingAmong(workspace, git, range, lost);
  const ledger = await ledgerBetween(workspace.root, git, { base: parted, head, findStanding });
  const index = await openIndexAt(workspace, git, range, stillCounting(ledger.passing), listener);
  try {
    const live = range.isHere ? await liveRecords(workspace, git, { index, base: parted, changes }) : noRecords;
    const own = unique([...ledger.traces, ...live.traces]).map(soundTrace);
    const told = unique([...ledger.decisions, ...live.decisions]).map(soundDecision);
    const pastOf = await pastInRange(git, parted, head);
    const ids = new Set([...own, ...told].map(({ id }) => id));
    const isFresh = (id: string) => ids.has(id);
    const strays = await unjudgedStrays(git, index, { parted, changes, pastOf, isFresh });
    const asked = { changes, added, decisions: [...told, ...strays], pastOf, onProgress };
    const files = await readFiles({ workspace, git, index, head }, asked);
    const looked = { parted, files, isFresh };
    const ranks = commitRanks(workspace.root);
    const late = [
      ...(await unjudgedTraces(git, index, looked)),
      ...(await unjudgedRemovals(git, index, looked, ranks)),
    ];
    const traces = unique([...own, ...late]);
    const decisions = unique([...told, ...strays, ...(await grantedTo(index, late))]);
    const answers = await answersTo(index, traces, decisions);
    const agreed = await withMerged(git, parted, await withAgreed(git, files, traces, decisions), traces);
    const given = await givenAttributes(git, parted, head);
    const checked = await withUnclaimed(git, agreed, decisions, pastOf);
    const names = new Set(checked.flatMap(namesOf));
    const untoldIn = untoldRemovals(git, checked, traces);
    const isChanged = (name: string) => names.has(name);
    return {
      parted,
      head,
      files: checked,
      guarded,
      vanished: await vanishedFiles(git, head, { traces: own, decisions: told, files: checked, pastOf, ranks }),
      before,
      now,
      into: there.config,
      traces,
      decisions,
      absent: await absentRecords(git, { files: checked, decisions, traces }),
      answers,
      accepted: await acceptedFor(index, traces),
      ledger: [
        ...ledger.faults,
        ...missed(ledger.passing, files),
        ...(await contestedBy(index, ledger)),
        ...given.ledger,
      ],
      attributes: given.guard,
      ...(await agentCommits(git, { base: parted, head, isGuarded: before.exists, isChanged, untoldIn })),
    };
  } finally {
    index.close();
  }
}

/** What people granted to sessions beyond their scope. */
async function grantedTo(index: LedgerIndex, traces: readonly TraceRecord[]): Promise<DecisionRecord[]> {
  const granted: DecisionRecord[] = [];
  for (const session of new Set(traces.map(({ metadata }) => metadata.session)))
    granted.push(...(await index.decisions({ session, kinds: ["expanded"] })).map(soundDecision));
  return granted;
}

/** Who agreed to the intents that agents worked under: most of them were there before the range. */
async function acceptedFor(index: LedgerIndex, traces: readonly TraceRecord[]): Promise<DecisionRecord[]> {
  const accepted: DecisionRecord[] = [];
  for (const intent of new Set(traces.flatMap(({ metadata }) => metadata.intent ?? [])))
    accepted.push(...(await index.decisions({ intent, kinds: ["accepted"] })).map(soundDecision));
  return unique(accepted);
}

const noRecords = { traces: [], decisions: [] };

const unique = <R extends TraceRecord | DecisionRecord>(records: readonly R[]): R[] => inOrder(eachOnce(records));

/** More than a few are one thing to say. */
const mostContested = 5;

/** Records that came, and have the id of another that says something else. */
async function contestedBy(index: LedgerIndex, { traces, decisions }: Records): Promise<LedgerFault[]> {
  const contested = new Set(await index.contested());
  const ids = new Set([...traces, ...decisions].map(({ id }) => id).filter((id) => contested.has(id)));
  return [...ids].slice(0, mostContested).map((id) => ({
    kind: "broken",
    path: `${sidecarName}/ledger`,
    line: 0,
    reason: `Two records have the id ${JSON.stringify(id.slice(0, 64))}, and say different things.`,
  }));
}

const isAnswer = (decision: string): boolean => ["approved", "granted", "rejected"].includes(decision);

/** What people said to the tickets that were used, also where they said it before the range. */
async function answersTo(
  index: LedgerIndex,
  traces: readonly TraceRecord[],
  decisions: readonly DecisionRecord[],
): Promise<DecisionRecord[]> {
  const expansions = decisions.flatMap(({ decision, ticket }) => (decision === "expanded" ? (ticket ?? []) : []));
  const tickets = new Set([...traces.flatMap(({ metadata }) => metadata?.ticket ?? []), ...expansions]);
  const answers = decisions.filter(
    ({ ticket, decision }) => ticket !== undefined && tickets.has(ticket) && isAnswer(decision),
  );
  for (const { ticket } of answers) tickets.delete(ticket ?? "");
  for (const ticket of tickets) answers.push(...(await index.decisions({ ticket })).map(soundDecision));
  return answers;
}

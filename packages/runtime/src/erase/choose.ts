import type { DecisionKind, DecisionRecord, TraceRecord } from "@writ/contracts";

/** Whose data goes; one of them. */
export type EraseChoice =
  | { session: string }
  /** By their pseudonyms; with the names and addresses behind them, where they are known. */
  | { people: readonly string[]; names?: readonly string[] }
  /** Everything older, ISO-8601. */
  | { before: string };

/** What anything kept may tell of a person. */
export interface Told {
  session?: string | undefined;
  by?: string | undefined;
  at?: string | undefined;
}

/** Whether something that tells this is to go. */
export function chooser(choice: EraseChoice): (told: Told) => boolean {
  if ("session" in choice) return ({ session }) => session === choice.session;
  if ("people" in choice) return ({ by }) => by !== undefined && choice.people.includes(by);
  const before = Date.parse(choice.before);
  return ({ at }) => at !== undefined && Date.parse(at) < before;
}

/** What people did to the records themselves must stay, or nobody could tell it from a forgery. */
const lasting: ReadonlySet<unknown> = new Set<DecisionKind>(["erased", "repaired", "anchored"]);

/** Whether a decision of this kind stays on record, whoever made it. */
export const isLasting = (decision: unknown): boolean => lasting.has(decision);

/** The records that go: those chosen, and the alarms whose acknowledgement goes, which would be open again. */
export function recordChooser(
  choice: EraseChoice,
  acknowledged: ReadonlySet<string>,
): (record: TraceRecord | DecisionRecord) => boolean {
  const isChosen = chooser(choice);
  return (record) => {
    const at = record.timestamp;
    if (!("decision" in record)) return sessionsOf(record).some((session) => isChosen({ session, at }));
    if (isLasting(record.decision)) return false;
    if (record.decision === "alarm" && acknowledged.has(alarmOf(record))) return true;
    return isChosen({ session: record.session, by: record.by, at });
  };
}

/** Every session a change names: one of another tool may name several. */
function sessionsOf({ files, metadata }: TraceRecord): string[] {
  return [metadata.session, ...files.flatMap(({ conversations }) => conversations.map(({ url }) => url))];
}

/** The alarm a record tells of, or acknowledges. */
export const alarmOf = ({ reason = "" }: DecisionRecord): string => reason.split(" ")[0] ?? "";

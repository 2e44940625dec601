import type { Told } from "./choose.ts";

/** What a thing of `.state/` tells of people, and so what an erasure does to it. */
export type StatePlace =
  /** One thing a file, which goes as a whole. */
  | { holds: "things"; tell: (value: Record<string, unknown>) => Told }
  /** A folder or a lock of each session's own, by its name. */
  | { holds: "sessions" }
  /** Bytes as they were found, which go where they name whoever is erased. */
  | { holds: "bytes" }
  /** Made from the ledgers; it is made again. */
  | { holds: "derived" }
  /** Only a part of it tells of somebody; that part goes. */
  | { holds: "parts" }
  /** Nothing that tells of anybody. */
  | { holds: "nothing" };

const things = (tell: (value: Record<string, unknown>) => Told): StatePlace => ({ holds: "things", tell });
const nothing: StatePlace = { holds: "nothing" };

/** Everything in `.state/`, by its first name. Whoever adds something says here whom it tells of. */
export const statePlaces: Readonly<Record<string, StatePlace>> = {
  sessions: things(({ id, seenAt }) => toTold(id, undefined, seenAt)),
  tickets: things(({ session, by, createdAt }) => toTold(session, by, createdAt)),
  grants: things(({ session, by, createdAt }) => toTold(session, by, createdAt)),
  proposals: things(({ session, proposedAt }) => toTold(session, undefined, proposedAt)),
  "undo/records": things(({ session, at }) => toTold(session, undefined, at)),
  evidence: things(({ by, at }) => toTold(undefined, by, at)),
  pending: { holds: "sessions" },
  late: { holds: "sessions" },
  locks: { holds: "sessions" },
  quarantine: { holds: "bytes" },
  "published/progress.json": { holds: "derived" },
  "index.sqlite": { holds: "derived" },
  "index.sqlite.seal": { holds: "derived" },
  "followups.json": { holds: "parts" },
  "lessons.json": { holds: "parts" },
  "pause.json": { holds: "parts" },
  "people.json": { holds: "parts" },
  /** Open alarms are never erased; what is not open is not there. */
  "alarms.json": nothing,
  "alarms-key.json": nothing,
  /** Copies of what is accepted, renewed with it. */
  accepted: nothing,
  /** Copies of files, by hash; they go with the records that speak of them. */
  "undo/objects": nothing,
  "published/log.jsonl": nothing,
  index: nothing,
  chains: nothing,
  leases: nothing,
  lines: { holds: "parts" },
  compiled: nothing,
  history: nothing,
  spent: nothing,
  guards: nothing,
  trusted: nothing,
  "trust.json": nothing,
  snapshots: nothing,
  "snapshot.json": nothing,
  "active_intents.next": nothing,
  command: nothing,
  seal: nothing,
  /** Which agents were reported to work without hooks, and when. */
  unheard: nothing,
  "install.json": nothing,
  "home.json": nothing,
  "writer.json": nothing,
  "writer.lock": nothing,
};

/** What a value tells, as far as it is text. */
export function toTold(session: unknown, by: unknown, at: unknown): Told {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { session: text(session), by: text(by), at: text(at) };
}

import type { DecisionKind, DecisionRecord, Grant, Ticket } from "@writ/contracts";

/** A file that says a person agreed, where the ledger says otherwise. */
interface Unfounded {
  readonly id: string;
  readonly reason: string;
}

/** What the ledger knows of one ticket or grant: the newest record of each kind. */
type Known = Partial<Record<DecisionKind, DecisionRecord>>;

/** The grants and answered tickets that the decisions on record do not bear out. */
export async function findUnfounded(
  { grants, tickets }: { readonly grants: readonly Grant[]; readonly tickets: readonly Ticket[] },
  records: AsyncIterable<{ record: DecisionRecord }>,
): Promise<Unfounded[]> {
  const answered = tickets.filter(({ status }) => status === "approved" || status === "used");
  const known = new Map<string, Known>([...grants, ...answered].map(({ id }) => [id, {}]));
  if (known.size === 0) return [];
  for await (const { record } of records) {
    for (const id of [record.grant, record.ticket]) {
      const found = id === undefined ? undefined : known.get(id);
      if (found !== undefined) found[record.decision] = record;
    }
  }
  const told = (id: string, reason: string | null): Unfounded[] => (reason === null ? [] : [{ id, reason }]);
  return [
    ...grants.flatMap((grant) => told(grant.id, grantProblem(grant, known.get(grant.id) ?? {}))),
    ...answered.flatMap(({ id }) => told(id, ticketProblem(known.get(id) ?? {}))),
  ];
}

function grantProblem({ until, intent, revokedAt }: Grant, { granted, revoked }: Known): string | null {
  if (granted === undefined) return "no record says that a person gave this grant";
  if (revoked !== undefined && revokedAt === undefined)
    return `the grant was taken back at ${revoked.timestamp}, and its file no longer says so`;
  if (granted.until !== until) return `the grant was given until ${granted.until}, and its file says ${until}`;
  if (granted.intent !== intent) return `the grant was given under ${granted.intent}, and its file says ${intent}`;
  return null;
}

/** An answer is on record before it counts. */
function ticketProblem({ approved, granted, rejected }: Known): string | null {
  if (approved !== undefined || granted !== undefined) return null;
  return rejected === undefined
    ? "no record says that a person approved this ticket"
    : `the ticket was rejected at ${rejected.timestamp}, and its file says that it was approved`;
}

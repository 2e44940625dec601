import { fail, type Grant, longestGrantHours } from "@writ/contracts";
import { toGrantId } from "./ids.ts";

/** What becomes of a grant. Shared by every backend, so that they cannot differ. */
export type NewGrant = Omit<Grant, "uses">;

/** More grants at once nobody oversees. */
const mostGrants = 100;

/** Whether a grant can be used at `now`. A date that cannot be read is no licence to live for ever. */
export function isInForce(grant: Pick<Grant, "createdAt" | "until" | "revokedAt">, now: string): boolean {
  const [from, until, at] = [grant.createdAt, grant.until, now].map((time) => Date.parse(time));
  if (from === undefined || until === undefined || at === undefined || grant.revokedAt !== undefined) return false;
  return at < until && until - from <= longestGrantHours * 3_600_000;
}

/** Throws USAGE for a grant that must not be. */
export function requireSound(grant: NewGrant, others: readonly Grant[]): void {
  if (!isInForce(grant, grant.createdAt))
    throw fail("USAGE", {
      message: `A grant cannot hold until ${grant.until}.`,
      fix: `Say a length of at most ${longestGrantHours}h, for example: --for 1h`,
    });
  if (toGrantId(grant.id) !== grant.id || others.some(({ id }) => id === grant.id))
    throw fail("USAGE", { message: `There cannot be a grant ${grant.id}.`, fix: "See: writ grants" });
  if (others.filter((one) => isInForce(one, grant.createdAt)).length >= mostGrants)
    throw fail("USAGE", {
      message: `There are ${mostGrants} grants in force already.`,
      fix: "Take some back with: writ grants revoke <id>",
    });
}

/** Oldest first; the id decides between two of the same moment. */
export function byAge(a: Grant, b: Grant): number {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

import { type ContentHash, fail, type Proposal, type Spent } from "@writ/contracts";
import type { Trusted } from "./check.ts";

/** What the small state may hold. Shared by every backend, so that they cannot differ. */

/** More proposals than anybody will read are a flood, not help. */
const mostProposals = 100;
/** Versions of one thing, and things altogether: one that changes often must not push out the trust in a guard. */
const mostVersions = 50;
const mostTrusted = 5000;

/** Nothing is used up. */
export const nothingSpent: Spent = { files: [], lines: 0 };

/** What is used up once these files and lines are. */
export function spend(spent: Spent, files: readonly string[], lines: number): Spent {
  return { files: [...new Set([...spent.files, ...files])].sort(), lines: spent.lines + lines };
}

/** The trusted hashes with one more. The oldest are forgotten first. */
export function withTrust(trusted: readonly Trusted[], what: string, hash: string): Trusted[] {
  const others = trusted.filter((item) => item.what !== what);
  const versions = trusted.filter((item) => item.what === what && item.hash !== hash).slice(1 - mostVersions);
  return [...others, ...versions, { what, hash }].slice(-mostTrusted);
}

/** The hashes under which something is trusted. */
export function trustedHashes(trusted: readonly Trusted[], what: string): ContentHash[] {
  return trusted.filter((item) => item.what === what).map(({ hash }) => hash);
}

/** Throws USAGE for a proposal that cannot be taken in: what a person looks at must not change under them. */
export function admitProposal(proposals: readonly Proposal[], proposal: Proposal): void {
  if (proposals.some(({ id }) => id === proposal.id)) {
    const fix = "Choose another id, or ask the person to accept or drop the first one.";
    throw fail("USAGE", { message: `There is already a proposal ${proposal.id}.`, fix });
  }
  if (proposals.length < mostProposals) return;
  const fix = "Ask the person to go through them with: writ intent accept";
  throw fail("USAGE", { message: `${mostProposals} proposals are waiting already.`, fix });
}

/** Oldest first; the id decides between two of the same moment. */
export function byProposal(a: Proposal, b: Proposal): number {
  if (a.proposedAt !== b.proposedAt) return a.proposedAt < b.proposedAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

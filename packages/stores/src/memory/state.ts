import type { EvidenceSummary, Pause, Proposal, Spent, StateStore } from "@writ/contracts";
import { newest } from "../intents/history.ts";
import type { Trusted } from "../state/check.ts";
import { admitProposal, byProposal, nothingSpent, spend, trustedHashes, withTrust } from "../state/rules.ts";

/** The small state of a workspace that lives as long as the program, for tests. */
export function openMemoryState(): StateStore {
  let pause: Pause | null = null;
  let trusted: Trusted[] = [];
  const histories = new Map<string, string[]>();
  const spent = new Map<string, Spent>();
  const proposals = new Map<string, Proposal>();
  const evidence = new Map<string, EvidenceSummary>();
  return {
    readPause: async () => structuredClone(pause),
    async writePause(next) {
      pause = structuredClone(next);
    },
    readHistory: async (intent) => [...(histories.get(intent) ?? [])],
    async addHistory(intent, entries) {
      histories.set(intent, newest([...(histories.get(intent) ?? []), ...entries]));
    },
    listProposals: async () => structuredClone([...proposals.values()].sort(byProposal)),
    async addProposal(proposal) {
      admitProposal([...proposals.values()], proposal);
      proposals.set(proposal.id, structuredClone(proposal));
    },
    async takeProposal(id) {
      const proposal = proposals.get(id) ?? null;
      proposals.delete(id);
      return proposal;
    },
    isTrusted: async (what, hash) => trusted.some((item) => item.what === what && item.hash === hash),
    async trust(what, hash) {
      trusted = withTrust(trusted, what, hash);
    },
    readTrusted: async (what) => trustedHashes(trusted, what),
    async distrust(what) {
      trusted = trusted.filter((item) => item.what !== what);
    },
    readSpent: async (intent) => structuredClone(spent.get(intent) ?? nothingSpent),
    async addSpent(intent, files, lines) {
      spent.set(intent, spend(spent.get(intent) ?? nothingSpent, files, lines));
    },
    readEvidence: async (intent) => structuredClone(evidence.get(intent) ?? null),
    async writeEvidence(summary) {
      evidence.set(summary.intent, structuredClone(summary));
    },
  };
}

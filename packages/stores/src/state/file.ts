import { rmSync } from "node:fs";
import { join } from "node:path";
import { allSpent, type Proposal, type StateStore } from "@writ/contracts";
import type { Announce } from "../announce.ts";
import { storeFailed } from "../failure.ts";
import { newest } from "../intents/history.ts";
import { withFileLock } from "../lock/file-lock.ts";
import { isPause, isProposal, isSpent, isTrustList } from "./check.ts";
import { type Check, isStrings, namesIn, quarantine, readJson, valueIn, writeJson } from "./json-file.ts";
import { fileNameOf } from "./names.ts";
import { admitProposal, byProposal, nothingSpent, spend, trustedHashes, withTrust } from "./rules.ts";
import { type Seal, sealOf } from "./sealing.ts";
import { statePath } from "./sidecar.ts";

const historyOf = (state: string, intent: string) => statePath(state, "history", `${fileNameOf(intent)}.json`);
const spentOf = (state: string, intent: string) => statePath(state, "spent", `${fileNameOf(intent)}.json`);
const trustOf = (state: string) => statePath(state, "trust.json");
const pauseOf = (state: string) => statePath(state, "pause.json");
const proposalOf = (state: string, id: string) => statePath(state, "proposals", `${fileNameOf(id)}.json`);
const inTurn = <T>(state: string, name: string, run: () => Promise<T>): Promise<T> =>
  withFileLock(statePath(state, "locks", `${name}.lock`), run);

/** Read-modify-write of one file. What cannot be read is set aside, and counts as never written. */
async function rewrite<T>(
  state: string,
  path: string,
  check: Check<T>,
  first: T,
  next: (value: T) => T,
  { damaged = first, ...options }: { sync?: boolean; seal?: Seal; damaged?: T; announce?: Announce | undefined } = {},
): Promise<void> {
  const found = readJson(path, check, options.seal);
  if (found.state === "corrupt") quarantine(state, path);
  const there = found.state === "ok" ? found.value : found.state === "corrupt" ? damaged : first;
  await writeJson(path, next(there), options);
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch (error) {
    throw storeFailed("delete", path, error);
  }
}

function listProposals(state: string): Proposal[] {
  const folder = statePath(state, "proposals");
  const names = namesIn(folder).filter((name) => !name.startsWith("."));
  return names.flatMap((name) => valueIn(join(folder, name), isProposal) ?? []).sort(byProposal);
}

/** The small state of a working copy, kept in `.orchestration/.state/`. */
export function openFileState(state: string, announce?: Announce): StateStore {
  return {
    readPause: async () => valueIn(pauseOf(state), isPause),
    async writePause(pause) {
      if (pause !== null) return writeJson(pauseOf(state), pause, { sync: true, announce });
      await announce?.(pauseOf(state), null);
      remove(pauseOf(state));
    },

    readHistory: async (intent) => valueIn(historyOf(state, intent), isStrings) ?? [],
    addHistory: (intent, entries) =>
      inTurn(state, `history-${fileNameOf(intent)}`, () =>
        rewrite(state, historyOf(state, intent), isStrings, [], (there) => newest([...there, ...entries])),
      ),

    listProposals: async () => listProposals(state),
    addProposal: (proposal) =>
      inTurn(state, "proposals", async () => {
        admitProposal(listProposals(state), proposal);
        await writeJson(proposalOf(state, proposal.id), proposal, { sync: true });
      }),
    takeProposal: (id) =>
      inTurn(state, "proposals", async () => {
        const proposal = valueIn(proposalOf(state, id), isProposal);
        if (proposal === null) return null;
        remove(proposalOf(state, id));
        return proposal;
      }),

    isTrusted: async (what, hash) => {
      const trusted = valueIn(trustOf(state), isTrustList) ?? [];
      return trusted.some((item) => item.what === what && item.hash === hash);
    },
    trust: (what, hash) =>
      inTurn(state, "trust", () =>
        rewrite(state, trustOf(state), isTrustList, [], (there) => withTrust(there, what, hash), {
          sync: true,
          announce,
        }),
      ),
    readTrusted: async (what) => trustedHashes(valueIn(trustOf(state), isTrustList) ?? [], what),
    distrust: (what) =>
      inTurn(state, "trust", () =>
        rewrite(state, trustOf(state), isTrustList, [], (there) => there.filter((item) => item.what !== what), {
          announce,
        }),
      ),

    readSpent: async (intent) => {
      const found = readJson(spentOf(state, intent), isSpent, sealOf(state, spentOf(state, intent)));
      return found.state === "ok" ? found.value : found.state === "corrupt" ? allSpent : nothingSpent;
    },
    addSpent: (intent, files, lines) =>
      inTurn(state, `spent-${fileNameOf(intent)}`, () =>
        rewrite(state, spentOf(state, intent), isSpent, nothingSpent, (there) => spend(there, files, lines), {
          damaged: allSpent,
          seal: sealOf(state, spentOf(state, intent)),
        }),
      ),

    // No hook needs these.
    readEvidence: async (intent) => (await import("./evidence.ts")).readEvidence(state, intent),
    writeEvidence: async (evidence) => (await import("./evidence.ts")).writeEvidence(state, evidence),
  };
}

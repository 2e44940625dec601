import type { LedgerIndex } from "@writ/contracts";
import { inOrder } from "@writ/engine";
import { eachOnce } from "@writ/stores";

/**
 * One index with what others know of changes: lines come from one work tree to another without a commit, as through
 * a stash. What was decided there about files is about those there, and only what belongs to a call is told.
 */
export function joinIndexes(own: LedgerIndex, others: readonly LedgerIndex[]): LedgerIndex {
  if (others.length === 0) return own;
  const all = [own, ...others];
  const together = async <T>(ask: (index: LedgerIndex) => Promise<readonly T[]>): Promise<T[]> =>
    (await Promise.all(all.map(ask))).flat();
  return {
    ...own,
    traces: async (query) => inOrder(eachOnce(await together((index) => index.traces(query)))),
    async trace(id) {
      for (const index of all) {
        const found = await index.trace(id);
        if (found !== null) return found;
      }
      return null;
    },
    decisions: async (query) =>
      query.session === undefined && query.ticket === undefined
        ? own.decisions(query)
        : inOrder(eachOnce(await together((index) => index.decisions(query)))),
    contested: async () => [...new Set(await together((index) => index.contested()))].sort(),
    filesWith: async (version) => [...new Set(await together((index) => index.filesWith(version)))],
    async addedLines(keys) {
      const lines = await together((index) => index.addedLines(keys));
      return [...new Map(lines.map((line) => [`${line.trace} ${line.path} ${line.key}`, line])).values()];
    },
    close() {
      for (const index of all) index.close();
    },
  };
}

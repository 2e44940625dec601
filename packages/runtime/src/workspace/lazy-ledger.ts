import type { Chained, Ledger } from "@writ/contracts";

/** A ledger that is opened by the first call that needs it: a decision that passes only asks where it ends. */
export function lazyLedger<R extends Chained>(open: () => Promise<Ledger<R>>, end: Ledger<R>["end"]): Ledger<R> {
  let opened: Promise<Ledger<R>> | undefined;
  const ledger = (): Promise<Ledger<R>> => {
    opened ??= open();
    return opened;
  };
  return {
    append: async (record) => (await ledger()).append(record),
    async *read(query, onProblem) {
      yield* (await ledger()).read(query, onProblem);
    },
    last: async (count, query) => (await ledger()).last(count, query),
    end,
    verify: async () => (await ledger()).verify(),
    close: async () => (await opened)?.close(),
  };
}

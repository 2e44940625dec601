import { openTraceLedger } from "@writ/stores";
import { aTrace } from "@writ/testkit";
import { median, type Row } from "../row.ts";
import type { BenchLedger } from "./made.ts";

/** One append to a short and to a long ledger, medians of turns taken in between each other. */
export async function appendRow(short: BenchLedger, long: BenchLedger, rounds = 300): Promise<Row> {
  const ledgers = [short, long].map(({ options }) => ({ ledger: openTraceLedger(options), times: [] as number[] }));
  for (let round = 0; round < rounds + 20; round += 1) {
    for (const { ledger, times } of ledgers) {
      const record = aTrace({ id: crypto.randomUUID() }, `src/area-${round % 40}/file-${round % 50}.ts`);
      const start = performance.now();
      await ledger.append(record);
      // The first rounds warm the code up.
      if (round >= 20) times.push(performance.now() - start);
    }
  }
  const [shortMs = 0, longMs = 0] = ledgers.map(({ times }) => median(times));
  return {
    what: `append a trace at ${sizeOf(long)} records against ${sizeOf(short)}`,
    value: longMs / shortMs,
    bar: 1.2,
    unit: "×",
    detail: `${longMs.toFixed(2)} ms against ${shortMs.toFixed(2)} ms`,
  };
}

/** How many records a ledger has, as people write it. */
export const sizeOf = ({ plan }: BenchLedger): string => plan.records.toLocaleString("en-US");

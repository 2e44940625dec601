import { openTraceLedger } from "@writ/stores";
import { median, type Row } from "../row.ts";
import { sizeOf } from "./append.ts";
import { inTheMiddle } from "./generate.ts";
import type { BenchLedger } from "./made.ts";

/** Milliseconds until the newest five are there, the first time and then, and how many they are. */
export interface Asked {
  firstMs: number;
  warmMs: number;
  found: number;
}

/** Asks the same a hundred times. */
export async function askOften(ask: () => Promise<readonly unknown[]>): Promise<Asked> {
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 101; round += 1) {
    const start = performance.now();
    found = (await ask()).length;
    times.push(performance.now() - start);
  }
  const [firstMs = 0, ...warm] = times;
  return { firstMs, warmMs: median(warm), found };
}

/** The rows of the newest five traces of an intent and of a file. */
export function lastRows(how: string, ledger: BenchLedger, intent: Asked, file: Asked): Row[] {
  const what = `last 5 traces at ${sizeOf(ledger)} records, ${how}`;
  const detail = `${intent.found} of an intent, ${file.found} of a file`;
  return [
    { what: `${what}, first query`, value: Math.max(intent.firstMs, file.firstMs), bar: 50, unit: "ms", detail },
    { what: `${what}, warm`, value: Math.max(intent.warmMs, file.warmMs), bar: 1, unit: "ms", detail },
  ];
}

/** By the pointers beside the live ledger, as a hook asks. */
export async function pointerRows(ledger: BenchLedger): Promise<Row[]> {
  const { intent, file } = inTheMiddle(ledger.plan);
  const asked = async (query: { intent: string } | { file: string }) => {
    const traces = openTraceLedger(ledger.options);
    return await askOften(() => traces.last(5, query));
  };
  return lastRows("by pointers", ledger, await asked({ intent }), await asked({ file }));
}

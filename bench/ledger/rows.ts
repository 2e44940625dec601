import type { Row } from "../row.ts";
import { appendRow } from "./append.ts";
import { indexRows } from "./index-rows.ts";
import { pointerRows } from "./last.ts";
import { makeLedger } from "./made.ts";
import { verifyRows } from "./verify.ts";

/** What the ledger costs at a million records. */
export async function ledgerRows(records = Number(process.env.WRIT_BENCH_RECORDS ?? 1_000_000)): Promise<Row[]> {
  const short = await makeLedger(1_000);
  const middle = await makeLedger(Math.round(records / 10));
  const long = await makeLedger(records);
  try {
    const verify = await verifyRows(long, middle);
    const last = await pointerRows(long);
    const index = await indexRows(long);
    return [await appendRow(short, long), ...last, ...index, ...verify];
  } finally {
    await short.remove();
    await middle.remove();
    await long.remove();
  }
}

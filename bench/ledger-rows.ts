import { makeLedger, measureAppend, measureLast, measureVerify } from "./ledger.ts";
import type { Row } from "./row.ts";

/** What the ledger costs at a million records. */
export async function ledgerRows(records = 1_000_000): Promise<Row[]> {
  const short = await makeLedger(1_000);
  const long = await makeLedger(records);
  try {
    const last = await measureLast(long);
    const verify = await measureVerify(long);
    const append = await measureAppend(short, long);
    const first = Math.max(last.intent.firstMs, last.file.firstMs);
    const warm = Math.max(last.intent.warmMs, last.file.warmMs);
    const found = `${last.intent.found} of an intent, ${last.file.found} of a file`;
    const size = records.toLocaleString("en-US");
    return [
      {
        what: `append a trace at ${size} records against 1,000`,
        value: append.ratio,
        bar: 1.2,
        unit: "×",
        detail: `${append.longMs.toFixed(2)} ms against ${append.shortMs.toFixed(2)} ms`,
      },
      { what: `last 5 traces at ${size} records, first query`, value: first, bar: 50, unit: "ms", detail: found },
      { what: `last 5 traces at ${size} records, warm`, value: warm, bar: 1, unit: "ms", detail: found },
      {
        what: `verify ${size} records against one SHA-256 pass`,
        // A ledger that is found to be broken is not verified.
        value: verify.ok && verify.records === records ? verify.ratio : Number.NaN,
        bar: 3,
        unit: "×",
        detail: `${verify.verifyMs.toFixed(0)} ms against ${verify.plainMs.toFixed(0)} ms`,
      },
    ];
  } finally {
    await short.remove();
    await long.remove();
  }
}

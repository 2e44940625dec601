// `node scripts/run.mjs bench/ledger/verify-alone.ts <sidecar>`: how long it takes to verify ledgers, and only to hash them.
import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { allLedgers, verifyLedgers } from "./ledger-files.ts";

const [, , sidecar = ""] = process.argv;
const files = await allLedgers(sidecar);
const plain: number[] = [];
const verify: number[] = [];
plainPass();
let report = await verifyLedgers(sidecar);
for (let round = 0; round < 3; round += 1) {
  plain.push(await timed(plainPass));
  verify.push(
    await timed(async () => {
      report = await verifyLedgers(sidecar);
    }),
  );
}
const { ok, records } = report;
// The best of each: whatever else the machine does only adds to them.
const [plainMs, verifyMs] = [Math.min(...plain), Math.min(...verify)];
console.log(JSON.stringify({ ok, records, files: files.length, plainMs, verifyMs }));

async function timed(run: () => unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

function plainPass(): string {
  const digest = createHash("sha256");
  const buffer = Buffer.alloc(1024 * 1024);
  for (const file of files) {
    const fd = openSync(file, "r");
    try {
      for (let count = readSync(fd, buffer); count > 0; count = readSync(fd, buffer))
        digest.update(buffer.subarray(0, count));
    } finally {
      closeSync(fd);
    }
  }
  return digest.digest("hex");
}

// `node scripts/run.mjs bench/ledger/verify-once.ts <file>`: how much memory a process takes that verifies a ledger.
import { verifyFiles } from "@writ/stores";

const [, , file = ""] = process.argv;
const { records } = await verifyFiles([file], undefined, { stones: "unasked" });
console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1024, records }));

// `node scripts/run.mjs bench/ledger/verify-once.ts <sidecar>`: how much memory a process takes that verifies ledgers.
import { verifyFiles } from "@writ/stores";
import { allLedgers, asCommanded } from "./ledger-files.ts";

const [, , sidecar = ""] = process.argv;
const ledgers = await allLedgers(sidecar);
const { records } = await verifyFiles(ledgers.all, undefined, asCommanded(ledgers));
console.log(JSON.stringify({ megabytes: process.resourceUsage().maxRSS / 1024, records }));

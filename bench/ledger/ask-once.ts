// `node scripts/run.mjs bench/ledger/ask-once.ts <sidecar> <query>`: how long the first question of a process takes.
import { openUpdated } from "./open-index.ts";

const [, , sidecar = "", query = "{}"] = process.argv;
const start = performance.now();
const index = await openUpdated(sidecar);
const found = await index.lastTraces(5, JSON.parse(query));
console.log(JSON.stringify({ ms: performance.now() - start, found: found.length }));
index.close();

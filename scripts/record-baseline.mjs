// `npm run baseline [-- file …]`: runs the tests that compare with the behaviour baseline, and has them write it instead.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { root } from "./source-hash.mjs";

const words = process.argv.slice(2);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const child = spawn(
  process.execPath,
  [vitest, "run", ...(words.length === 0 ? ["tests/baseline", "tests/scenarios"] : words)],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, WRIT_BASELINE: "record" },
  },
);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

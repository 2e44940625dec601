// `npm run test:deep [-- --minutes N] [-- --turn N] [-- file …]`: what takes too long for every change.
import { execFileSync, spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./source-hash.mjs";

const help = `Usage: npm run test:deep [-- --minutes N] [-- --turn N] [-- FILE ...]

Runs the deep tier: recorded histories, kills, fuzzing, scale, and the scenarios once more with each
command in a process of its own.

  --minutes N   stop after N minutes, and list what was left out
  --turn N      which share comes first (the number of commits)

Examples:
  npm run test:deep
  npm run test:deep -- --minutes 5
  npm run test:deep -- tests/blame`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { minutes: { type: "string" }, turn: { type: "string" }, help: { type: "boolean", short: "h" } },
    });
    const minutes = values.minutes === undefined ? null : Number(values.minutes);
    if (minutes !== null && !(minutes > 0)) throw new Error("--minutes takes a number above 0");
    return { minutes, turn: values.turn ?? commits(), help: values.help === true, files: positionals };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
    process.exit(2);
  }
}

/** Another number after each change; where git cannot count, there is one turn. */
function commits() {
  try {
    return execFileSync("git", ["rev-list", "--count", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "0";
  }
}

const { minutes, turn, help: wantsHelp, files } = readArguments();
if (wantsHelp) {
  console.log(help);
  process.exit(0);
}
if (minutes !== null) console.log(`Turn ${turn} of the deep tier, for ${minutes} minutes.`);
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const config = join(root, "tests", "deep", "vitest.config.ts");
const child = spawn(process.execPath, [vitest, "run", "--config", config, ...files], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    WRIT_TEST_TURN: turn,
    ...(minutes !== null && { WRIT_TEST_UNTIL: String(Date.now() + minutes * 60_000) }),
  },
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, fromNpm } from "@writ/testkit/bed";
import { agents } from "./agents.ts";
import { cache } from "./cache.ts";
import { inspector } from "./inspector.ts";
import { findIsolation } from "./isolation.ts";

/**
 * `npm run test:agents [-- <agent> …]`: fetches the agents, which needs the network, then runs them against the scripted
 * model, which must not have it.
 */
const root = process.cwd();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((word) => !agents.some(({ id }) => id === word));
if (unknown.length > 0) {
  console.error(`The bed has no agent ${unknown.join(", ")}. It has: ${agents.map(({ id }) => id).join(" ")}`);
  process.exit(2);
}
const chosen = agents.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
const failed: Record<string, string> = {};

if (process.platform === "linux" && process.arch === "x64") {
  const waiting = [...chosen];
  const install = async () => {
    for (let agent = waiting.shift(); agent !== undefined; agent = waiting.shift()) {
      const began = Date.now();
      try {
        for (const one of [agent.pin, agent.pin.node])
          if (one !== undefined) await twice(() => ensureInstalled(one, cache, fromNpm));
        const seconds = Math.round((Date.now() - began) / 1000);
        if (seconds > 0) console.log(`installed ${agent.pin.packages.join(" ")} in ${seconds} s`);
      } catch (error) {
        failed[agent.id] = String(error instanceof Error ? error.message : error);
        console.log(`${agent.title} could not be installed: ${failed[agent.id]}`);
      }
    }
  };
  await Promise.all([install(), install()]);
  for (const one of wanted.length === 0 ? [inspector, inspector.node] : [])
    await twice(() => ensureInstalled(one, cache, fromNpm)).catch((error: unknown) =>
      console.log(
        `The MCP inspector could not be installed: ${error instanceof Error ? error.message : String(error)}`,
      ),
    );
}

const { prefix, endsAll, problem } = findIsolation();
if (problem !== null) console.log(`The network cannot be cut here (${problem}): the agents run with this machine's.`);
else if (!endsAll)
  console.log("Processes cannot be kept apart here: what an agent leaves behind is looked for in /proc.");

const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const config = join(root, "tests", "agents", "vitest.config.ts");
const line = [
  ...prefix,
  process.execPath,
  vitest,
  "run",
  "--config",
  config,
  ...wanted.map((id) => `tests/agents/${id}`),
];
const child = spawn(line[0] ?? "", line.slice(1), {
  stdio: "inherit",
  env: { ...process.env, WRIT_BED_FAILED: JSON.stringify(failed), WRIT_BED_NETWORK: problem ?? "cut" },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));

/** A registry may hiccup. */
async function twice<T>(action: () => Promise<T>): Promise<T> {
  return action().catch(action);
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tempSidecar } from "@writ/testkit";
import { build } from "esbuild";
import { expect, it, onTestFinished } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));

/** What a hook reads before it can decide. */
const source = `
  import { openFileIntents, openFileSessions, openFileState, openFileTickets } from "@writ/stores";
  import { readConfig } from "./index.ts";
  const root = process.argv[2] ?? "";
  const state = root + "/.orchestration/.state";
  async function main() {
    const intents = openFileIntents({ root });
    const read = await intents.read();
    const { config } = await readConfig(root, openFileState(state));
    await intents.readIgnore();
    await openFileSessions(state).read("s");
    await openFileTickets(state).list();
    process.stdout.write(JSON.stringify([read.state, read.intents?.length, config.lock]));
  }
  main();
`;

it("reads what was compiled without yaml and zod being there at all", async () => {
  const out = mkdtempSync(join(tmpdir(), "writ-lean-"));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const script = join(out, "hook.cjs");
  await build({
    stdin: { contents: source, resolveDir: here },
    outfile: script,
    bundle: true,
    platform: "node",
    format: "cjs",
    conditions: ["source"],
    supported: { "dynamic-import": false },
    external: ["yaml", "zod", "zod/*", "fs-native-extensions", "libsql"],
    logLevel: "error",
  });
  const root = tempSidecar({
    "active_intents.yaml": "- id: A\n- id: B\n",
    "config.yaml": "lock: strict\n",
    // What is compiled is sealed with the key of the installation.
    ".state/alarms-key.json": JSON.stringify("0".repeat(64)),
  });
  const run = (env: NodeJS.ProcessEnv = {}) =>
    execFileSync(process.execPath, [script, root], {
      env: { PATH: process.env.PATH, ...env },
      encoding: "utf8",
      stdio: "pipe",
    });

  // Nothing is compiled yet, and compiling needs yaml: so the bundle would tell.
  expect(() => run()).toThrow(/Cannot find module 'yaml'/);
  const modules = join(here, "../../../../node_modules");
  expect(JSON.parse(run({ NODE_PATH: modules }))).toEqual(["ok", 2, "strict"]);
  expect(JSON.parse(run())).toEqual(["ok", 2, "strict"]);
});

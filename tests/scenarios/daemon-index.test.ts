import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { addedIn } from "@writ/engine";
import { openSqliteIndex } from "@writ/stores";
import { expect, it, vi } from "vitest";
import { governed, startAgent, tracesIn } from "./harness.ts";

vi.hoisted(() => {
  process.env.WRIT_TEST_HOOKS = "installed";
});

it("a daemon brings the index up while nobody asks", { timeout: 60_000 }, async () => {
  const bed = await governed({ "src/auth/a.ts": "one\n" });
  const claude = startAgent(bed).session("s-1");
  expect((await claude.select("INT-001")).says).toBe("pass");
  expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
  expect((await claude.write("src/auth/a.ts", "export const two = 2;\n")).says).toBe("pass");
  const sidecar = join(bed.root, ".orchestration");
  const file = join(sidecar, ".state", "index.sqlite");
  for (let tries = 0; tries < 400 && !existsSync(file); tries += 1) await pause(100);
  expect(existsSync(file)).toBe(true);
  const index = await openSqliteIndex({
    state: join(sidecar, ".state"),
    traces: join(sidecar, "agent_trace.jsonl"),
    decisions: join(sidecar, "decisions.jsonl"),
    published: join(sidecar, "ledger"),
    addedIn,
  });
  await index?.update();
  expect((await index?.traces({}))?.map(({ id }) => id)).toEqual(tracesIn(bed.root).map(({ id }) => id));
  index?.close();
});

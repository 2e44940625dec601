import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { expect, it } from "vitest";
import { linesOf, tracesFile, twoSessions, verified } from "./ledger-bed.ts";
import type { Bed } from "./scenarios/cli-bed.ts";

const state = (bed: Bed, ...parts: string[]) => join(bed.root, ".orchestration/.state", ...parts);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

function age(folder: string, days: number): void {
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), daysAgo(days), daysAgo(days));
}

async function endSession(bed: Bed, id = "S-ada-1"): Promise<void> {
  const writ = await createWrit(bed.root);
  const session = { id, agent: "claude-code" } as const;
  await writ.endSession({ name: "session.end", at: new Date().toISOString(), session, cwd: bed.root });
  await writ.close();
}

it("what is long over goes when a session ends, and the ledgers stay", async () => {
  const bed = await twoSessions();
  await bed.put(".orchestration/.state/quarantine/agent_trace.jsonl.0-9.torn", '{"torn');
  // What a repair set aside stays: it said that nothing is deleted.
  const repairs = ["json", "lines"].map((end) => `agent_trace.jsonl.20261115100000-0a1b2c.${end}`);
  for (const name of repairs) await bed.put(`.orchestration/.state/quarantine/${name}`, "{}");
  age(state(bed, "lines"), 364);
  age(state(bed, "quarantine"), 89);
  await endSession(bed);
  expect(readdirSync(state(bed, "lines"))).not.toEqual([]);
  expect(readdirSync(state(bed, "quarantine"))).not.toEqual([]);
  age(state(bed, "lines"), 366);
  age(state(bed, "quarantine"), 91);
  await endSession(bed);
  expect(readdirSync(state(bed, "lines"))).toEqual([]);
  expect(readdirSync(state(bed, "quarantine")).sort()).toEqual(repairs);
  expect(linesOf(bed, tracesFile)).toHaveLength(6);
  expect((await verified(bed)).ok).toBe(true);
});

it("a config that keeps things for longer holds at once, one for shorter once a user trusts it", async () => {
  const bed = await twoSessions();
  const kept = state(bed, "quarantine", "agent_trace.jsonl.0-9.torn");
  const write = () => bed.put(".orchestration/.state/quarantine/agent_trace.jsonl.0-9.torn", '{"torn');
  await write();
  // Without an agent at work, the user wrote the config.
  for (const id of ["S-ada-1", "S-ada-2"]) await endSession(bed, id);
  await bed.put(".orchestration/config.yaml", "retention: {quarantine: 400}\n");
  age(state(bed, "quarantine"), 399);
  await endSession(bed);
  expect(existsSync(kept)).toBe(true);
  await bed.put(".orchestration/config.yaml", "retention: {quarantine: 2}\n");
  age(state(bed, "quarantine"), 3);
  await endSession(bed);
  expect(existsSync(kept)).toBe(true);
  expect(await bed.writ(["trust", "--yes"])).toMatchObject({ code: 0 });
  await endSession(bed);
  expect(existsSync(kept)).toBe(false);
});

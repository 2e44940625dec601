import { type BedAgent, claudeCode, copilot } from "@writ/testkit/bed";
import type { Turn } from "@writ/testkit/model";
import { afterAll, describe, expect, it } from "vitest";
import { missing, titled } from "./cache.ts";
import { files, handshake } from "./day.ts";
import { runOnce } from "./group.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

const gone = (await missing(claudeCode)) ?? (await missing(copilot));
const name = "Claude Code and Copilot CLI in one repository";

// Copilot reads Claude's settings as well as its own: each of its calls is told to Writ twice, in two dialects.
describe.skipIf(gone !== null)(titled(name, gone), () => {
  let workshop: Workshop;
  const days: Record<string, Day> = {};
  const turnsOf = (agent: BedAgent): Turn[] => [
    { name: "early", act: { do: "write", path: `src/auth/${agent.id}-early.ts`, content: "export {};\n" } },
    { name: "handshake", act: handshake(agent) },
    { name: "write", act: { do: "write", path: `src/auth/${agent.id}.ts`, content: "export const a = 1;\n" } },
    { name: "shell", act: { do: "shell", command: `echo 'export const b = 1;' > src/auth/${agent.id}-shell.ts` } },
    { name: "end", act: { do: "say", text: "Done." } },
  ];

  runOnce(async () => {
    workshop = await openWorkshop([claudeCode.id, copilot.id], files);
    for (const agent of [copilot, claudeCode]) days[agent.id] = await workshop.work(agent, turnsOf(agent));
  });
  afterAll(async () => await workshop?.close());

  it.each([copilot, claudeCode])("$title leaves one trace per change, in its own name", async ({ id }) => {
    const day = days[id];
    if (day !== undefined) expectGoodEnd(day);
    for (const path of [`src/auth/${id}.ts`, `src/auth/${id}-shell.ts`]) {
      expect(workshop.read(path)).not.toBeNull();
      const traces = (await workshop.traces()).filter((one) => one.files.some((file) => file.relative_path === path));
      expect(traces.map(({ metadata }) => metadata.agent)).toEqual([id]);
    }
  });

  it.each([copilot, claudeCode])("$title is refused once, and selects once", async ({ id }) => {
    expect(workshop.read(`src/auth/${id}-early.ts`)).toBeNull();
    expect(days[id]?.model.told("early")).toContain("NO_ACTIVE_INTENT");
    const decisions = (await workshop.decisions()).filter(({ agent }) => agent === id);
    expect(decisions.filter(({ decision }) => decision === "refused")).toHaveLength(1);
    expect(decisions.filter(({ decision }) => decision === "selected")).toHaveLength(1);
    expect(decisions.filter(({ decision }) => decision === "unmatched")).toEqual([]);
  });

  it("leaves an unbroken ledger", async () => {
    expect(JSON.parse((await workshop.writ("verify", "--json")).out)).toMatchObject({ ok: true, problems: [] });
  });
});

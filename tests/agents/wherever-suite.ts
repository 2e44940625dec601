import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { DecisionRecord } from "@writ/contracts";
import type { BedAgent } from "@writ/testkit/bed";
import type { Act, Turn } from "@writ/testkit/model";
import { afterAll, expect, it } from "vitest";
import { files } from "./day.ts";
import { runOnce, unless } from "./group.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

const write = (path: string): Act => ({ do: "write", path, content: "export const a = 1;\n" });
const end: Turn = { name: "end", act: { do: "say", text: "Done." } };
/** Without an MCP server the model takes up its intent with the command. */
const select: Act = { do: "shell", command: "writ intent select INT-001" };

const started = (name: string): Turn[] => [
  { name: `${name} early`, act: write(`src/auth/${name}-early.ts`) },
  { name: `${name} select`, act: select },
  { name: `${name} write`, act: write(`src/auth/${name}.ts`) },
  { name: `${name} stray`, act: write(`src/billing/${name}.ts`) },
  end,
];

/** An agent is governed wherever in a repository it starts, once its user connected it; and without that it is known where. */
export function aDayElsewhere(agent: BedAgent): void {
  // Wired for an agent that shares no settings with any other.
  let foreign: Workshop;
  let own: Workshop;
  let decided: DecisionRecord[];
  const days: Record<string, Day> = {};

  const runConnected = async () => {
    foreign = await openWorkshop(["windsurf"], files);
    const connected = { isConnected: true, home: "home", below: "src" };
    days.below = await foreign.work(agent, started("below"), connected);
    if (agent.lacks.resume === undefined) {
      const resumes = (await foreign.decisions()).at(-1)?.session ?? "unknown";
      const turns: Turn[] = [{ name: "resumed stray", act: write("src/billing/resumed.ts") }, end];
      days.resumed = await foreign.work(agent, turns, { ...connected, resumes });
    }
    const aside = join(foreign.root, "..", "aside");
    renameSync(join(foreign.root, ".orchestration"), aside);
    const lost: Turn[] = [{ name: "lost", act: write("src/auth/lost.ts") }, end];
    days.lost = await foreign.work(agent, lost, { isConnected: true, below: "src" });
    renameSync(aside, join(foreign.root, ".orchestration"));
    days.both = await own.work(agent, started("both"), { isConnected: true });
    decided = await own.decisions();
  };

  runOnce(async () => {
    own = await openWorkshop([agent.id], files);
    if (agent.lacks.user === undefined) await runConnected();
    days.alone = await own.work(agent, [{ name: "alone", act: write("src/auth/alone.ts") }, end], { below: "src" });
  });
  afterAll(async () => {
    await foreign?.close();
    await own?.close();
  });

  const expectGoverned = async (workshop: Workshop, name: string) => {
    const day = days[name];
    if (day === undefined) return expect.fail(name);
    expectGoodEnd(day);
    expect(day.model.told(`${name} early`)).toContain("NO_ACTIVE_INTENT");
    expect(day.model.told(`${name} stray`)).toContain("SCOPE_VIOLATION");
    expect(workshop.read(`src/auth/${name}-early.ts`)).toBeNull();
    expect(workshop.read(`src/billing/${name}.ts`)).toBeNull();
    expect(workshop.read(`src/auth/${name}.ts`)).not.toBeNull();
    const traces = (await workshop.traces()).filter(({ files: changed }) =>
      changed.some((file) => file.relative_path === `src/auth/${name}.ts`),
    );
    expect(traces.map(({ metadata }) => metadata.agent)).toEqual([agent.id]);
  };

  unless(agent.lacks.user)(
    "is governed below the root of a repository that is wired for another agent only",
    async () => {
      await expectGoverned(foreign, "below");
    },
  );

  unless(agent.lacks.resume)("is governed when it is resumed there", () => {
    const { resumed } = days;
    if (resumed !== undefined) expectGoodEnd(resumed);
    expect(resumed?.model.told("resumed stray")).toMatch(/SCOPE_VIOLATION|NO_ACTIVE_INTENT/);
    expect(foreign.read("src/billing/resumed.ts")).toBeNull();
  });

  unless(agent.lacks.user)("is denied where the sidecar was deleted", () => {
    if (days.lost !== undefined) expectGoodEnd(days.lost);
    // Without the shim the line that the agent runs denies by itself.
    expect(days.lost?.model.told("lost")).toMatch(/SIDECAR_MISSING|could not check this call/);
    expect(existsSync(join(foreign.root, "src/auth/lost.ts"))).toBe(false);
  });

  unless(agent.lacks.user)("is judged once where the repository is wired for it too", async () => {
    await expectGoverned(own, "both");
    const refused = decided.filter(({ decision }) => decision === "refused");
    expect(refused.map(({ code }) => code).sort()).toEqual(["NO_ACTIVE_INTENT", "SCOPE_VIOLATION"]);
    expect(decided.filter(({ decision }) => decision === "unmatched")).toEqual([]);
  });

  it(`is ${agent.isGovernedBelow ? "" : "not "}governed by the repository's settings alone where it starts below the root`, () => {
    if (days.alone !== undefined) expectGoodEnd(days.alone);
    expect(own.read("src/auth/alone.ts") === null).toBe(agent.isGovernedBelow);
  });
}

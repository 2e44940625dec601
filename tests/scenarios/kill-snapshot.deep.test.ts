import { expect, it } from "vitest";
import type { Bed } from "./cli-bed.ts";
import { decisionsIn, hear, tracesIn } from "./harness.ts";
import { bedOfKills, dyingAt, expectSound, send, wasKilled } from "./kill-bed.ts";

/** A call that says it writes one file. */
const touching = (n: number) => ({
  tool_name: "Bash",
  tool_input: { command: `touch src/${n}.ts` },
  tool_use_id: `t-${n}`,
});

const strayed = (bed: Bed, path: string) =>
  decisionsIn(bed.root).filter(({ decision, paths }) => decision === "strayed" && paths?.includes(path)).length;

it("a process that dies before its n-th change of the disk after a command forgets neither trace nor stray", async () => {
  const { bed, agent } = await bedOfKills();
  await agent.session("s").select("INT-001");
  const forgotten: string[] = [];
  let deaths = 0;
  for (let n = 1; n < 200; n += 1) {
    const [path, stray] = [`src/${n}.ts`, `stray-${n}.txt`];
    expect(hear("PreToolUse", await send(agent, bed, "s", "PreToolUse", touching(n))).says).toBe("pass");
    await bed.put(path, "x\n");
    await bed.put(stray, "x\n");
    const ended = await send(agent, bed, "s", "PostToolUse", touching(n), dyingAt(n));
    await agent.session("s").stop();
    const traces = tracesIn(bed.root).filter(({ metadata }) => metadata.call_id === `t-${n}`);
    expect(traces.length, `killed at ${n}`).toBeLessThanOrEqual(1);
    const isLost = decisionsIn(bed.root).some(
      ({ decision, paths }) => decision === "unmatched" && paths?.includes(path),
    );
    if (traces.length === 0 && !isLost) forgotten.push(path);
    if (strayed(bed, stray) === 0) forgotten.push(stray);
    if (!wasKilled(ended)) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(5);
  expect(forgotten, "killed at these changes").toEqual([]);
  await expectSound(bed, agent);
}, 400_000);

import { join } from "node:path";
import { asOwnChange } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { decisionsIn, type Ended, type Heard, hear, tracesIn } from "./harness.ts";
import {
  bedOfKills,
  dyingAt,
  expectReadable,
  expectSound,
  intents,
  selecting,
  send,
  ticketOf,
  wasKilled,
  writing,
} from "./kill-bed.ts";

const tracesOf = (root: string, id: string) => tracesIn(root).filter(({ metadata }) => metadata.call_id === id);

describe("a process that dies before its n-th change of the disk, for every n", () => {
  /** Tries every n until the process lives; gives how many times it died. */
  async function everyDeath(attempt: (n: number) => Promise<Ended>, check: (n: number, ended: Ended) => Promise<void>) {
    for (let n = 1; ; n += 1) {
      const ended = await attempt(n);
      await check(n, ended);
      if (!wasKilled(ended)) return n - 1;
      expect(n).toBeLessThan(200);
    }
  }

  it("before a tool: the next process decides as if nothing had been, and the change is recorded once", async () => {
    const { bed, agent } = await bedOfKills();
    await agent.session("s").select("INT-001");
    const deaths = await everyDeath(
      (n) => send(agent, bed, "s", "PreToolUse", writing(bed, `src/${n}.ts`, "x\n", `t-${n}`), dyingAt(n)),
      async (n) => {
        const call = writing(bed, `src/${n}.ts`, "x\n", `t-${n}`);
        expect(hear("PreToolUse", await send(agent, bed, "s", "PreToolUse", call)).says, `killed at ${n}`).toBe("pass");
        await bed.put(`src/${n}.ts`, "x\n");
        expect((await send(agent, bed, "s", "PostToolUse", call)).code).toBe(0);
        expect(tracesOf(bed.root, `t-${n}`), `killed at ${n}`).toHaveLength(1);
      },
    );
    expect(deaths).toBeGreaterThan(2);
    await expectSound(bed, agent);
  }, 400_000);

  it("after a tool: the change is traced once at most, and never forgotten", async () => {
    const { bed, agent } = await bedOfKills();
    await agent.session("s").select("INT-001");
    const call = (n: number) => writing(bed, `src/${n}.ts`, "x\n", `t-${n}`);
    const forgotten: number[] = [];
    const deaths = await everyDeath(
      async (n) => {
        expect(hear("PreToolUse", await send(agent, bed, "s", "PreToolUse", call(n))).says).toBe("pass");
        await bed.put(`src/${n}.ts`, "x\n");
        return send(agent, bed, "s", "PostToolUse", call(n), dyingAt(n));
      },
      async (n, ended) => {
        await agent.session("s").stop();
        const traces = tracesOf(bed.root, `t-${n}`).length;
        expect(traces, `killed at ${n}`).toBeLessThanOrEqual(1);
        if (!wasKilled(ended)) expect(traces).toBe(1);
        const lost = decisionsIn(bed.root).some(
          ({ decision, paths }) => decision === "unmatched" && paths?.includes(`src/${n}.ts`),
        );
        if (traces === 0 && !lost) forgotten.push(n);
      },
    );
    expect(deaths).toBeGreaterThan(2);
    await expectSound(bed, agent);
    expect(forgotten, "killed at these changes, the call left neither a trace nor a note that it has none").toEqual([]);
  }, 400_000);

  it("refusing: the next process refuses too, and the brain keeps what people wrote", async () => {
    const { bed, agent } = await bedOfKills();
    await bed.put("AGENT.md", "# Ours\n");
    bed.git("add", "AGENT.md");
    await agent.session("s").select("INT-001");
    const stray = (n: number) => writing(bed, `lib/${n}.ts`, "x\n", `t-${n}`);
    const deaths = await everyDeath(
      (n) => send(agent, bed, "s", "PreToolUse", stray(n), dyingAt(n)),
      async (n) => {
        expect(await bed.read("AGENT.md")).toMatch(/^# Ours\n/);
        const heard = hear("PreToolUse", await send(agent, bed, "s", "PreToolUse", stray(n)));
        expect(heard.says, `killed at ${n}`).toBe("SCOPE_VIOLATION");
        expect(await bed.read("AGENT.md")).toContain(`lib/${n}.ts`);
      },
    );
    expect(deaths).toBeGreaterThan(2);
    await expectSound(bed, agent);
  }, 400_000);

  it("selecting: the next process selects, whatever the first one came to", async () => {
    const { bed, agent } = await bedOfKills();
    const deaths = await everyDeath(
      (n) => send(agent, bed, `s-${n}`, "PreToolUse", selecting(n % 2 === 0 ? "INT-001" : "INT-002", "t"), dyingAt(n)),
      async (n) => {
        expectReadable(bed.root);
        const claude = agent.session(`s-${n}`);
        expect((await claude.select("INT-001")).says, `killed at ${n}`).toBe("pass");
        // So that there is something to change in the file again.
        await asOwnChange(bed.root, () => bed.put(".orchestration/active_intents.yaml", intents));
      },
    );
    expect(deaths).toBeGreaterThan(2);
    await expectSound(bed, agent);
  }, 400_000);

  it("approving: the person can answer again, the answer counts once, and what counts is on record", async () => {
    const { bed, agent, person } = await bedOfKills();
    const unrecorded: number[] = [];
    let ticket = "";
    let asking: () => Promise<Heard>;
    const deaths = await everyDeath(
      async (n) => {
        const claude = agent.session(`s-${n}`);
        await claude.select("INT-001");
        const input = { file_path: join(bed.root, "package.json"), content: `{"n":${n}}\n` };
        asking = () => claude.before("Write", input);
        ticket = ticketOf(await asking());
        return person(["approve", ticket, "--yes"], dyingAt(n));
      },
      async (n, ended) => {
        if (wasKilled(ended)) {
          const again = await person(["approve", ticket, "--yes"]);
          expect(again.code === 0 || again.err.includes("already approved"), again.err).toBe(true);
        } else expect(ended.code, ended.err).toBe(0);
        expect((await asking()).says, `killed at ${n}`).toBe("pass");
        expect((await asking()).says, `killed at ${n}`).toBe("APPROVAL_REQUIRED");
        const recorded = decisionsIn(bed.root).some((one) => one.decision === "approved" && one.ticket === ticket);
        if (!recorded) unrecorded.push(n);
      },
    );
    expect(deaths).toBeGreaterThan(2);
    await expectSound(bed, agent);
    expect(unrecorded, "killed at these changes, an approval counted that is not on record").toEqual([]);
  }, 400_000);
});

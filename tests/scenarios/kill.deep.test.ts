import { describe, expect, it } from "vitest";
import { type Ended, hear, tracesIn } from "./harness.ts";
import { bedOfKills, expectSound, selecting, send, ticketOf, wasKilled, writing } from "./kill-bed.ts";

describe("two hundred processes killed at any moment", () => {
  /** The same numbers in every run. */
  function numbers(seed: number): () => number {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return state / 2_147_483_648;
    };
  }

  it("lose nothing that was acknowledged, and leave nothing to mend", async () => {
    const { bed, agent, person } = await bedOfKills();
    const random = numbers(42);
    const wanted = 200;
    let killed = 0;
    /** How long a process of each kind may live, about; moved on the way so that a third of them end by themselves. */
    const lives = new Map<string, number>();
    const acknowledged: string[] = [];
    const retried: string[] = [];

    /** Starts it, kills it at some moment of its life, and starts it again until it answered. */
    async function insist(
      kind: string,
      run: (start: { killAfterMs?: number }) => Promise<Ended>,
    ): Promise<{ ended: Ended; tries: number }> {
      for (let tries = 1; ; tries += 1) {
        const life = lives.get(kind) ?? 150;
        const ended = await run(tries <= 2 ? { killAfterMs: life * (0.2 + 1.2 * random()) } : {});
        // One that comes again has less to do, and tells nothing.
        if (tries === 1) lives.set(kind, life * (wasKilled(ended) ? 1.05 : 0.9));
        if (!wasKilled(ended)) return { ended, tries };
        killed += 1;
      }
    }

    async function approving(session: string, n: string): Promise<void> {
      const call = writing(bed, "package.json", `{"n":"${n}"}\n`, n);
      const asked = hear("PreToolUse", await send(agent, bed, session, "PreToolUse", call));
      expect(asked.says).toBe("APPROVAL_REQUIRED");
      const { ended, tries } = await insist("approve", (start) => person(["approve", ticketOf(asked), "--yes"], start));
      expect(ended.code === 0 || (tries > 1 && ended.err.includes("already approved")), ended.err).toBe(true);
      const heard = hear("PreToolUse", await send(agent, bed, session, "PreToolUse", call));
      expect(heard.says).toBe("pass");
    }

    const lanes = [0, 1].map(async (lane) => {
      for (let n = 0; killed < wanted; n += 1) {
        const session = `s-${lane}-${n % 3}`;
        const id = `t-${lane}-${n}`;
        if (n % 3 === 0 || n < 3) {
          const selected = await insist("select", (start) =>
            send(agent, bed, session, "PreToolUse", selecting("INT-001", `${id}-select`), start),
          );
          expect(hear("PreToolUse", selected.ended).says).toBe("pass");
        }
        const path = `src/${lane}-${n}.ts`;
        const call = writing(bed, path, `${id}\n`, id);
        const before = await insist("before", (start) => send(agent, bed, session, "PreToolUse", call, start));
        expect(hear("PreToolUse", before.ended).says).toBe("pass");
        await bed.put(path, `${id}\n`);
        const after = await insist("after", (start) => send(agent, bed, session, "PostToolUse", call, start));
        expect(after.ended.code, after.ended.err).toBe(0);
        (after.tries === 1 ? acknowledged : retried).push(id);
        if (n % 6 === 5) await approving(session, `${id}-asked`);
      }
    });
    await Promise.all(lanes);

    await expectSound(bed, agent);
    const ids = tracesIn(bed.root).map(({ metadata }) => metadata.call_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    // Some lived long enough to answer at once, or this proved nothing.
    expect(acknowledged).not.toEqual([]);
    expect(killed).toBeGreaterThanOrEqual(wanted);
    console.log(`${killed} kills; ${acknowledged.length} changes acknowledged at once, ${retried.length} after a kill`);
  }, 240_000);
});

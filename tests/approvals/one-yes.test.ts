import { describe, expect, it } from "vitest";
import { approve, openWorld, passes, said, ticketOf } from "./world.ts";

describe("a yes to one call", () => {
  it.each(["deploytool now", "rm src/auth/a.ts", "terraform apply"])(
    "still counts for %s when the session goes on with its work meanwhile",
    async (command) => {
      const world = await openWorld();
      const agent = await world.session("s-1");
      const asked = await agent.bash(command);
      expect(passes(await agent.write("src/auth/new.ts", "export const c = 1;\n"))).toBe(true);
      await approve(world.writ, asked);
      expect(passes(await agent.bash(command))).toBe(true);
      expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
    },
  );

  it("that does not fit any more says why, and counts again for what it was given for", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.bash("rm src/auth/a.ts");
    await approve(world.writ, asked);
    world.put("src/auth/a.ts", "export const a = 2;\n");
    const again = await agent.bash("rm src/auth/a.ts");
    const reason = `${ticketOf(asked)} was approved, but src/auth/a.ts changed since`;
    expect(again.ticket?.reasons).toContain(reason);
    expect(again.verdict).toMatchObject({ problem: { message: expect.stringContaining(reason) } });
    world.put("src/auth/a.ts", "export const a = 1;\n");
    expect(passes(await agent.bash("rm src/auth/a.ts"))).toBe(true);
  });

  it("under another intent says under which it was given", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    const asked = await agent.bash("deploytool now");
    await approve(world.writ, asked);
    await agent.select("INT-002");
    const again = await agent.bash("deploytool now");
    expect(again.ticket?.reasons).toContain(`${ticketOf(asked)} was approved, but under INT-001`);
  });

  it("waits once: a question that is asked again takes the place of the older one", async () => {
    const world = await openWorld();
    const [agent, other] = [await world.session("s-1"), await world.session("s-2")];
    const first = await agent.bash("rm src/auth/a.ts");
    const beside = [await other.bash("rm src/auth/a.ts"), await agent.bash("rm -f src/auth/a.ts")];
    world.put("src/auth/a.ts", "export const a = 2;\n");
    const second = await agent.bash("rm src/auth/a.ts");
    const open = (await world.writ.tickets.list()).filter(({ status }) => status === "open");
    expect(open.map(({ id }) => id).sort()).toEqual([...beside, second].map(ticketOf).sort());
    await expect(approve(world.writ, first)).rejects.toThrow(/closed/);
  });

  it.each(["cd scripts; bash x.sh", "echo 'echo hi' > scripts/y.sh; bash scripts/y.sh", "bash scripts/*.sh"])(
    "to what nobody could place depends on everything that was written: %s",
    async (command) => {
      const world = await openWorld();
      world.put("scripts/x.sh", "echo hello\n");
      const agent = await world.session("s-1");
      const asked = await agent.bash(command);
      await agent.write("src/auth/new.ts", "export const c = 1;\n");
      await approve(world.writ, asked);
      expect(said(await agent.bash(command))).toBe("APPROVAL_REQUIRED");
    },
  );
});

import { join } from "node:path";
import { adapters } from "@writ/adapters";
import { pass } from "@writ/contracts";
import { createWrit, policyApprover } from "@writ/runtime";
import { anEvent } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { paintFor } from "../packages/cli/src/text/paint.ts";
import { describeTicket } from "../packages/cli/src/tickets.ts";
import { approve, openWorld, passes, said, ticketOf } from "./approvals/world.ts";
import { idsOf } from "./corpus-ids.ts";

/** What each case of the corpus names, done for real. By id. */
const cases: Record<string, readonly [what: string, run: () => Promise<void>]> = {
  H002: [
    "a script that changed after it was approved is asked about again",
    async () => {
      const world = await openWorld();
      world.put("scripts/x.sh", "echo hello\n");
      const agent = await world.session("s-1");
      const asked = await agent.bash("bash scripts/x.sh");
      await approve(world.writ, asked);
      world.put("scripts/x.sh", "rm -rf src\n");
      const again = await agent.bash("bash scripts/x.sh");
      expect(ticketOf(again)).not.toBe(asked.ticket?.id);
      world.put("scripts/x.sh", "echo hello\n");
      expect(passes(await agent.bash("bash scripts/x.sh"))).toBe(true);
    },
  ],
  H004: [
    "an approval of another session or another work tree counts for nothing",
    async () => {
      const world = await openWorld();
      const agent = await world.session("s-1");
      const other = await world.session("s-2");
      await approve(world.writ, await agent.bash("./deploy"));
      expect(said(await other.bash("./deploy"))).toBe("APPROVAL_REQUIRED");
      const elsewhere = await openWorld();
      const there = await elsewhere.session("s-1");
      expect(said(await there.bash("./deploy"))).toBe("APPROVAL_REQUIRED");
      // Not even where the approved ticket itself was carried over.
      const [ticket] = await world.writ.tickets.list();
      elsewhere.put(`.orchestration/.state/tickets/${ticket?.id}.json`, JSON.stringify(ticket));
      expect(said(await there.bash("./deploy"))).toBe("APPROVAL_REQUIRED");
      expect(passes(await agent.bash("./deploy"))).toBe(true);
    },
  ],
  H007: [
    "a change is shown to its last line",
    async () => {
      const world = await openWorld();
      const agent = await world.session("s-1");
      const content = [...Array.from({ length: 20 }, (_, at) => `line ${at}`), "payload on line 21", ""].join("\n");
      const { ticket } = await agent.before("Write", { file_path: join(world.root, "package.json"), content });
      expect(ticket?.detail).toContain("payload on line 21");
      if (ticket === undefined) throw new Error("nobody was asked");
      expect(describeTicket(ticket, paintFor(false)).join("\n")).toContain("payload on line 21");
      // Where a host shows a few lines only, it is told how many follow.
      let hidden = 0;
      const writ = await createWrit(world.root, {
        approver: {
          ...policyApprover(() => false),
          ask: async ({ preview }) => {
            hidden = preview.hidden;
            return { approved: false, by: "host", assurance: "ui" };
          },
        },
      });
      onTestFinished(() => writ.close());
      await writ.select({ id: "s-9", agent: "claude-code" }, "INT-001", "library");
      const request = { tool: "Write", input: { file_path: join(world.root, "package.json"), content }, callId: "c" };
      await writ.before(anEvent({ cwd: world.root, session: { id: "s-9", agent: "claude-code" }, request }));
      expect(hidden).toBe(2);
    },
  ],
  H008: [
    "what would move the cursor, hide or reorder text is spelled out",
    async () => {
      const world = await openWorld();
      const agent = await world.session("s-1");
      const line = "./deploy \u001b[2K\r\u001b]8;;http://x\u0007ok\u001b]8;;\u0007 \u202etxt\u200b";
      const { ticket } = await agent.bash(line);
      if (ticket === undefined) throw new Error("nobody was asked");
      const shown = describeTicket(ticket, paintFor(false)).join("\n");
      expect(shown).toContain("\\e[2K\\r\\e]8");
      expect(shown).toContain("\\u{202e}txt\\u{200b}");
      expect(shown.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}/u);
    },
  ],
  H011: [
    "a grant is not widened to another path, another intent or another folder",
    async () => {
      const world = await openWorld();
      const agent = await world.session("s-1");
      const asked = await agent.bash("./deploy src/auth");
      const until = "2026-11-15T11:00:00.000Z";
      await world.writ.grant(ticketOf(asked), { by: "ada", assurance: "tty", until });
      expect(passes(await agent.bash("./deploy src/auth"))).toBe(true);
      expect(said(await agent.bash("./deploy src/billing"))).toBe("APPROVAL_REQUIRED");
      expect(said(await agent.bash("./deploy src/auth; ./deploy src/billing"))).toBe("APPROVAL_REQUIRED");
      expect(said(await agent.bash("./deploy src/auth", join(world.root, "src")))).toBe("APPROVAL_REQUIRED");
      await agent.select("INT-002");
      expect(said(await agent.bash("./deploy src/auth"))).toBe("APPROVAL_REQUIRED");
    },
  ],
  H014: [
    "no objection never becomes a permission the agent's own rules did not give",
    async () => {
      for (const adapter of Object.values(adapters)) {
        const { stdout = "" } = adapter.toReply(anEvent(), { verdict: pass });
        expect(stdout).not.toMatch(/"(?:allow|approve|approved)"/);
      }
    },
  ],
  H015: [
    "an input that was rewritten after it was approved is judged as what it is now",
    async () => {
      const world = await openWorld();
      const agent = await world.session("s-1");
      await approve(world.writ, await agent.bash("./deploy staging"));
      expect(said(await agent.bash("./deploy production"))).toBe("APPROVAL_REQUIRED");
      expect(said(await agent.before("Bash", { command: "./deploy staging", env: { NODE_ENV: "x" } }))).toBe(
        "APPROVAL_REQUIRED",
      );
      expect(passes(await agent.bash("./deploy staging"))).toBe(true);
    },
  ],
};

describe("approvals of the corpus", () => {
  it.each(Object.entries(cases).map(([id, [what, run]]) => [id, what, run] as const))("%s: %s", (_, __, run) => run());
});

it("leave none out", () => {
  expect(Object.keys(cases)).toEqual(idsOf("approval"));
});

it("a command cannot pass for what Writ says about it", async () => {
  const world = await openWorld();
  const agent = await world.session("s-1");
  const { ticket } = await agent.bash("./deploy\nit runs deploy:\n  echo harmless\nend of what it would do: 3 lines");
  const own = (ticket?.detail ?? "").split("\n").filter((line) => !line.startsWith("  "));
  expect(own).toEqual([
    "at the root:",
    "it runs deploy:",
    "which files these take by themselves is not known, and no answer depends on those:",
  ]);
});

describe("an approval", () => {
  it("counts once", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash("./deploy"));
    expect(passes(await agent.bash("./deploy"))).toBe(true);
    expect(said(await agent.bash("./deploy"))).toBe("APPROVAL_REQUIRED");
  });

  it("ends with its time", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash("./deploy"));
    world.wait(31);
    expect(said(await agent.bash("./deploy"))).toBe("APPROVAL_REQUIRED");
  });

  it("is for the intent it was given under", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash("./deploy"));
    await agent.select("INT-002");
    expect(said(await agent.bash("./deploy"))).toBe("APPROVAL_REQUIRED");
    await agent.select("INT-001");
    expect(passes(await agent.bash("./deploy"))).toBe(true);
  });

  it("is for the folder it was given in", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash("./deploy"));
    expect(said(await agent.bash("./deploy", join(world.root, "src")))).toBe("APPROVAL_REQUIRED");
  });

  it("does not end with what the session writes elsewhere, as a grant does not", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await approve(world.writ, await agent.bash("./deploy"));
    await agent.write("src/auth/loaded.py", "print(2)\n");
    expect(passes(await agent.bash("./deploy"))).toBe(true);
  });
});

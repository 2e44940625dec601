import { describe, expect, it } from "vitest";
import { openWorld, type World } from "./world.ts";

/** A command of an agent that can ask its person itself, and what became of it. */
function natively({ root, writ }: World, command: string) {
  const session = { id: "s-1", agent: "claude-code" } as const;
  const request = { tool: "Bash", input: { command }, callId: "native" };
  const event = { at: "2026-11-15T10:00:00.000Z", session, cwd: root, request };
  return {
    ask: () => writ.before({ ...event, name: "tool.before" }, { asks: true }),
    ends: (status: "ok" | "blocked") => writ.after({ ...event, name: "tool.after", outcome: { status } }),
    turnEnds: () => writ.hear({ at: event.at, session, cwd: root, name: "turn.end" }),
  };
}

describe("where the agent can ask its person itself", () => {
  it.each([
    ["bash scripts/mine.sh", "a script the session wrote"],
    ["cd scripts; bash theirs.sh", "a script that cannot be placed"],
    ["echo 'echo hi' > scripts/y.sh; bash scripts/y.sh", "a script that the command makes"],
    ["./program", "a program"],
  ])("%s waits as a ticket, because no dialog of an agent shows %s", async (command) => {
    const world = await openWorld();
    world.put("scripts/theirs.sh", "echo hello\n");
    world.put("program", "\u0000\u0001\n", 0o755);
    const agent = await world.session("s-1");
    await agent.write("scripts/mine.sh", "echo mine\n");
    const asked = await natively(world, command).ask();
    expect(asked.verdict).toMatchObject({ kind: "deny", problem: { code: "APPROVAL_REQUIRED" } });
    expect(asked.ticket?.status).toBe("open");
  });

  it.each([
    ["the person agreed", "ok", "used"],
    ["the person declined", "blocked", "rejected"],
  ] as const)("what the dialog shows is asked there, and when %s the ticket waits no more", async (_, status, then) => {
    const world = await openWorld();
    await world.session("s-1");
    const call = natively(world, "rm src/auth/a.ts");
    const asked = await call.ask();
    const id = asked.ticket?.id ?? "";
    expect(asked.verdict).toMatchObject({ kind: "ask", question: { ticket: id, detail: asked.ticket?.detail } });
    await call.ends(status);
    expect((await world.writ.tickets.read(id))?.status).toBe(then);
  });

  it("a dialog nobody told the end of is over with the turn", async () => {
    const world = await openWorld();
    await world.session("s-1");
    const call = natively(world, "rm src/auth/a.ts");
    const { ticket } = await call.ask();
    await call.turnEnds();
    expect((await world.writ.tickets.read(ticket?.id ?? ""))?.status).toBe("closed");
  });

  it("a yes typed at a terminal meanwhile is used up by the same run", async () => {
    const world = await openWorld();
    await world.session("s-1");
    const call = natively(world, "rm src/auth/a.ts");
    const id = (await call.ask()).ticket?.id ?? "";
    await world.writ.answer(id, { approved: true, by: "ada", assurance: "tty" });
    await call.ends("ok");
    expect((await world.writ.tickets.read(id))?.status).toBe("used");
  });
});

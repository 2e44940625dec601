import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "writ";
import { type Bed, json, ok } from "./cli-bed.ts";
import { type Conversation, decisionsIn, governed, type Heard, startAgent, tracesIn } from "./harness.ts";

const wide = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["src/**", package.json, scripts/**]}
`;
/** Lets a test answer for the person: no terminal is needed. */
const scripts = `assurance: {change: script, sensitive: script, delete: script, command: script, opaque: script, expansion: script}
`;

const ticketOf = ({ error }: Heard): string => String(error?.meta.ticket);
const manifest = (bed: Bed, content: string) => ({ file_path: join(bed.root, "package.json"), content });
const approve = (bed: Bed, ticket: string) => ok(bed.writ(["approve", ticket, "--yes"]));

/** A session that asked to write package.json. */
async function asking(content = '{"name":"x"}\n') {
  const bed = await governed({ "package.json": "{}\n" }, { intents: wide, config: scripts });
  const agent = startAgent(bed);
  const claude = agent.session("s-1");
  await claude.select("INT-001");
  const again = (by: Conversation = claude) => by.before("Write", manifest(bed, content));
  const asked = await again();
  expect(asked.error).toMatchObject({
    code: "APPROVAL_REQUIRED",
    message: expect.stringContaining("package.json"),
    suggestion: expect.stringContaining(`writ approve ${ticketOf(asked)}`),
  });
  return { bed, agent, claude, again, ticket: ticketOf(asked) };
}

describe("a ticket", () => {
  it("is shown to the person, answered by the person, and lets exactly the same call pass once", async () => {
    const { bed, again, ticket, claude } = await asking();
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      tickets: [{ id: ticket, session: "s-1", files: ["package.json"], risk: "sensitive" }],
    });
    expect(ticketOf(await again())).toBe(ticket);
    await approve(bed, ticket);
    const input = manifest(bed, '{"name":"x"}\n');
    expect((await claude.call("Write", input, () => bed.put("package.json", input.content))).says).toBe("pass");
    expect(tracesIn(bed.root)[0]?.metadata.ticket).toBe(ticket);
    expect(decisionsIn(bed.root).map(({ decision }) => decision)).toEqual(
      expect.arrayContaining(["asked", "approved"]),
    );
    await bed.put("package.json", "{}\n");
    await claude.read("package.json");
    const fresh = await again();
    expect(fresh.says).toBe("APPROVAL_REQUIRED");
    expect(ticketOf(fresh)).not.toBe(ticket);
  });

  it("is used by one of two equal calls at the same time", async () => {
    const { bed, again, ticket } = await asking();
    await approve(bed, ticket);
    const both = await Promise.all([again(), again()]);
    expect(both.map(({ says }) => says).sort()).toEqual(["APPROVAL_REQUIRED", "pass"]);
    const denied = both.filter(({ error }) => error !== null);
    expect(denied.map(ticketOf)).toEqual([expect.stringMatching(/^T-/)]);
    expect(denied.map(ticketOf)).not.toEqual([ticket]);
  });

  it("is not for an edited call, and still there for the one that was shown", async () => {
    const { bed, again, claude, ticket } = await asking();
    await approve(bed, ticket);
    const edited = await claude.before("Write", manifest(bed, '{"name":"y"}\n'));
    expect(edited.says).toBe("APPROVAL_REQUIRED");
    expect(ticketOf(edited)).not.toBe(ticket);
    expect((await again()).says).toBe("pass");
  });

  it("is not for a file that changed since", async () => {
    const { bed, again, ticket } = await asking();
    await approve(bed, ticket);
    await bed.put("package.json", '{"private":true}\n');
    expect((await again()).says).toBe("APPROVAL_REQUIRED");
  });

  it("is not for another session", async () => {
    const { bed, agent, again, ticket } = await asking();
    await approve(bed, ticket);
    const other = agent.session("s-2");
    await other.select("INT-001");
    const theirs = await again(other);
    expect(theirs.says).toBe("APPROVAL_REQUIRED");
    expect(ticketOf(theirs)).not.toBe(ticket);
    expect((await again()).says).toBe("pass");
  });

  it("that was rejected refuses, and cannot be approved any more", async () => {
    const { bed, again, ticket } = await asking();
    await ok(bed.writ(["reject", ticket]));
    expect((await again()).error?.code).toMatch(/HITL_REJECT|APPROVAL_REQUIRED/);
    expect(await bed.writ(["approve", ticket, "--yes"])).toMatchObject({ code: 1 });
  });

  it("that has expired cannot be approved", async () => {
    const bed = await governed(
      { "package.json": "{}\n" },
      { intents: wide, config: `${scripts}ticket_minutes: 0.0001\n` },
    );
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const ticket = ticketOf(await claude.before("Write", manifest(bed, "x")));
    expect(await bed.writ(["approve", ticket, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("expired"),
    });
  });

  it("that expired after it was approved does not count", async () => {
    const { bed, ticket } = await asking();
    await approve(bed, ticket);
    let minutes = 0;
    const now = () => new Date(Date.now() + minutes * 60_000).toISOString();
    const writ = await createWrit(bed.root, { now });
    onTestFinished(() => writ.close());
    const again = () =>
      writ.before({
        name: "tool.before",
        at: now(),
        session: { id: "s-1", agent: "claude-code" },
        cwd: bed.root,
        request: { tool: "Write", input: manifest(bed, '{"name":"x"}\n'), callId: "late" },
      });
    minutes = 31;
    expect((await again()).verdict).toMatchObject({ kind: "deny", problem: { code: "APPROVAL_REQUIRED" } });
    minutes = 0;
    expect((await again()).verdict).toMatchObject({ kind: "pass", ticket });
  });

  it("for a script is not for the script as it was changed afterwards", async () => {
    const bed = await governed({ "scripts/go.sh": "echo ok\n" }, { intents: wide, config: scripts });
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const run = () => claude.before("Bash", { command: "sh scripts/go.sh" });
    const asked = await run();
    expect(asked.says).toBe("APPROVAL_REQUIRED");
    await approve(bed, ticketOf(asked));
    await bed.put("scripts/go.sh", "rm -rf src\n");
    expect((await run()).says).toBe("APPROVAL_REQUIRED");
    await bed.put("scripts/go.sh", "echo ok\n");
    expect((await run()).says).toBe("pass");
  });

  it("cannot be answered by the agent: not in its shell, not beneath its process, with or without its marks", async () => {
    const { bed, agent, claude, again, ticket } = await asking();
    expect((await claude.bash(`writ approve ${ticket} --yes`)).says).toBe("PERSON_ONLY");
    for (const env of [{}, { CLAUDECODE: "" }]) {
      const { code, err } = await agent.writ(["approve", ticket, "--yes"], { env });
      expect(code).toBe(1);
      expect(err).toContain("PERSON_ONLY");
    }
    expect((await again()).says).toBe("APPROVAL_REQUIRED");
    await approve(bed, ticket);
    expect((await again()).says).toBe("pass");
  });

  it("for more scope widens this session's scope, and no other's (R68, R69)", async () => {
    const bed = await governed({}, { config: scripts });
    const agent = startAgent(bed);
    const [one, two] = [agent.session("one"), agent.session("two")];
    await one.select("INT-001");
    await two.select("INT-001");
    const wish = { additional_globs: ["src/shared/**"], reason: "the types live there" };
    const ask = () => one.call("mcp__writ__request_scope_expansion", wish, () => {});
    const asked = await ask();
    expect(asked.says).toBe("APPROVAL_REQUIRED");
    expect((await one.write("src/shared/a.ts", "a\n")).says).toBe("SCOPE_VIOLATION");
    await approve(bed, ticketOf(asked));
    expect(await ask()).toMatchObject({ says: "pass", context: expect.stringContaining("src/shared/**") });
    expect((await one.write("src/shared/a.ts", "a\n")).says).toBe("pass");
    expect((await two.write("src/shared/b.ts", "b\n")).says).toBe("SCOPE_VIOLATION");
    expect(decisionsIn(bed.root)).toContainEqual(
      expect.objectContaining({ decision: "expanded", session: "one", globs: ["src/shared/**"] }),
    );
  });
});

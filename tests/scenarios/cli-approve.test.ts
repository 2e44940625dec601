import { createWrit, type Writ } from "@writ/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Bed, guarded, hasTerminal, json, ok } from "./cli-bed.ts";

const session = { id: "s-1", agent: "claude-code" } as const;

/** An agent that wants to write a sensitive file its intent owns, and is told to ask. */
async function asking(
  bed: Bed,
  content = '{"name":"x"}\n\u001b[31mred',
): Promise<{ writ: Writ; ticket: string; again: () => ReturnType<Writ["before"]> }> {
  await ok(bed.writ(["intent", "edit", "INT-001", "--add-scope", "package.json"]));
  const writ = await createWrit(bed.root);
  onTestFinished(() => writ.close());
  await writ.select(session, "INT-001", "library");
  const again = () =>
    writ.before({
      name: "tool.before",
      at: new Date().toISOString(),
      session,
      cwd: bed.root,
      request: {
        tool: "write_to_file",
        input: { path: "package.json", content },
        callId: null,
      },
    });
  const { verdict, ticket } = await again();
  expect(verdict).toMatchObject({ kind: "deny", problem: { code: "APPROVAL_REQUIRED" } });
  return { writ, ticket: ticket?.id ?? "", again };
}

describe("writ approve", () => {
  it("lists what is waiting", async () => {
    const bed = await guarded();
    expect(await ok(bed.writ(["approve"]))).toContain("Nothing is waiting");
    const { ticket } = await asking(bed);
    expect(await ok(bed.writ(["approve"]))).toContain(ticket);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      tickets: [{ id: ticket, files: ["package.json"] }],
    });
  });

  it("tells questions of the same kind apart", async () => {
    const bed = await guarded();
    const writ = await createWrit(bed.root);
    onTestFinished(() => writ.close());
    await writ.select(session, "INT-001", "library");
    for (const command of ["deploytool now", "deploytool prod\necho done"]) {
      const request = { tool: "Bash", input: { command }, callId: null };
      await writ.before({ name: "tool.before", at: new Date().toISOString(), session, cwd: bed.root, request });
    }
    for (const args of [["approve"], ["status"]]) {
      const out = await ok(bed.writ(args));
      expect(out).toMatch(/T-\w{6} .*deploytool.*\n *\| deploytool now\n/);
      expect(out).toMatch(/\| deploytool prod\n *… 1 more line: writ approve T-/);
    }
  });

  it("says of one that was answered what became of it", async () => {
    const bed = await guarded();
    const { ticket, writ } = await asking(bed);
    await ok(bed.writ(["reject", ticket]));
    expect((await bed.writ(["approve", ticket])).err).toContain(
      `ALREADY_ANSWERED: Ticket ${ticket} is already rejected.`,
    );
    expect((await writ.tickets.read(ticket))?.status).toBe("rejected");
  });

  it.runIf(hasTerminal)("says that --yes is what counts as a script, also on a terminal", async () => {
    const bed = await guarded();
    const { ticket } = await asking(bed);
    const { out } = await bed.writOnTerminal(["approve", "--yes", ticket], []);
    expect(out.replaceAll(/\s+/g, " ")).toContain('writ approve --yes counts as "script"');
  });

  it("wants a terminal, and does not take a script's word where the config does not", async () => {
    const bed = await guarded();
    const { ticket, again } = await asking(bed);
    expect(await bed.writ(["approve", ticket])).toMatchObject({ code: 2, err: expect.stringContaining("terminal") });
    expect(await bed.writ(["approve", ticket, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('wants at least "tty"'),
    });
    expect((await again()).verdict.kind).toBe("deny");
  });

  it("takes a script's word where a person trusted a config that says so", async () => {
    const bed = await guarded();
    const { ticket, again } = await asking(bed);
    await bed.put(".orchestration/config.yaml", "assurance:\n  sensitive: script\n");
    expect(await bed.writ(["approve", ticket, "--yes"])).toMatchObject({ code: 1 });
    await ok(bed.writ(["trust", "--yes"]));
    await ok(bed.writ(["approve", ticket, "--yes"]));
    expect((await again()).verdict.kind).toBe("pass");
    expect(await bed.writ(["approve", ticket, "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("already"),
    });
  });

  it.runIf(hasTerminal)("shows everything on a terminal, and takes a yes", async () => {
    const bed = await guarded();
    const { ticket, again } = await asking(bed);
    expect(await bed.writOnTerminal(["approve", ticket], [["or yes to approve", "no\r"]])).toMatchObject({ code: 1 });
    const { code, out } = await bed.writOnTerminal(["approve", ticket], [["or yes to approve", "yes\r"]]);
    expect(code).toBe(0);
    expect(out).toContain("file: package.json");
    expect(out).toContain("\u001b[7m\\e\u001b[27m[31mred");
    expect((await again()).verdict.kind).toBe("pass");
    const log = (await ok(bed.writ(["log", "--json"])))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(log).toContainEqual(
      expect.objectContaining({ kind: "decision", decision: "approved", ticket, assurance: "tty" }),
    );
  });

  it.runIf(hasTerminal)("shows a long change a screen at a time, to its end", async () => {
    const bed = await guarded();
    const { ticket } = await asking(bed, Array.from({ length: 90 }, (_, at) => `line ${at + 1}`).join("\n"));
    const { code, out } = await bed.writOnTerminal(
      ["approve", ticket],
      [
        ["more lines: Enter", "\r"],
        ["more lines: Enter", "\r"],
        ["or yes to approve", `${ticket}\r`],
      ],
    );
    expect(code).toBe(0);
    expect(out).toContain("line 90");
    const left = await bed.writOnTerminal(
      ["approve", (await asking(bed, "x\n".repeat(90))).ticket],
      [["q stops", "q\r"]],
    );
    expect(left).toMatchObject({ code: 1, out: expect.stringContaining("nothing was changed") });
  });

  it("says so when there is no such ticket", async () => {
    const bed = await guarded();
    expect(await bed.writ(["approve", "T-404", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no ticket T-404"),
    });
  });
});

it("writ reject closes the question", async () => {
  const bed = await guarded();
  const { ticket, again } = await asking(bed);
  await ok(bed.writ(["reject", ticket, "--reason", "not now"]));
  expect((await again()).verdict.kind).toBe("deny");
  expect(await bed.writ(["reject", ticket, "--note", "the older word for it"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("already rejected"),
  });
});

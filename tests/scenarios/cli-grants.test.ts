import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWrit, type Decision, type Writ } from "@writ/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Bed, guarded, hasTerminal, json, ok } from "./cli-bed.ts";

const session = { id: "s-1", agent: "claude-code" } as const;

/** An agent that wants to run a command, and is told to ask. */
async function asking(bed: Bed, command: string): Promise<{ ticket: string; again: () => Promise<Decision> }> {
  const writ: Writ = await createWrit(bed.root);
  onTestFinished(() => writ.close());
  await writ.select(session, "INT-001", "library");
  const again = () =>
    writ.before({
      name: "tool.before",
      at: new Date().toISOString(),
      session,
      cwd: bed.root,
      request: { tool: "Bash", input: { command }, callId: null },
    });
  const { verdict, ticket } = await again();
  expect(verdict).toMatchObject({ kind: "deny", problem: { code: "APPROVAL_REQUIRED" } });
  return { ticket: ticket?.id ?? "", again };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: what switches inverse on and off
const unpainted = (text: string): string => text.replaceAll(/\u001b\[2?7m/g, "");

/** A config that takes a script's word, trusted. */
async function scripted(bed: Bed): Promise<void> {
  await bed.put(".orchestration/config.yaml", "assurance: {opaque: script, command: script}\n");
  await ok(bed.writ(["trust", "--yes"]));
}

describe("writ approve --for", () => {
  it("makes a grant that is listed, shown by status, used, and taken back", async () => {
    const bed = await guarded();
    await scripted(bed);
    expect(await ok(bed.writ(["grants"]))).toContain("No grant is in force");
    const { ticket, again } = await asking(bed, "./deploy --now");
    const said = await ok(bed.writ(["approve", ticket, "--for", "1h", "--yes"]));
    const id = ticket.replace("T-", "G-");
    expect(said).toContain(`Granted ${id}`);
    for (let times = 0; times < 2; times++) expect((await again()).verdict).toMatchObject({ kind: "pass", grant: id });
    const listed = await ok(bed.writ(["grants"]));
    expect(listed).toMatch(
      new RegExp(`${id} +INT-001 +another (?:1h|59m \\d+s) +used 2 times\\n +\\| \\./deploy --now\\n`),
    );
    const grants = [{ id, command: "./deploy --now", intent: "INT-001", uses: 2, ticket, until: expect.any(String) }];
    expect(await json(bed.writ(["grants", "list", "--json"]))).toMatchObject(grants);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({ grants, tickets: [] });
    expect(await ok(bed.writ(["status"]))).toContain("May run without a question");
    expect(await json(bed.writ(["grants", "revoke", id.toLowerCase(), "--json"]))).toEqual({ revoked: [id] });
    expect((await again()).verdict.kind).toBe("deny");
    expect(await bed.writ(["grants", "revoke", id])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no more"),
    });
    const log = await ok(bed.writ(["log"]));
    expect(log).toContain(`grant ${id}`);
    expect(log).toMatch(/granted .*INT-001 .*until /);
    expect(log).toMatch(/revoked /);
  });

  it("shows all of a long command, with its blanks counted and its lines broken; status shows its beginning", async () => {
    const bed = await guarded();
    await scripted(bed);
    const { ticket } = await asking(bed, `./deploy ${"a".repeat(300)}${" ".repeat(400)}; ./evil src/\u0430uth`);
    await ok(bed.writ(["approve", ticket, "--for", "1h", "--yes"]));
    const flat = (text: string) => text.replaceAll(/\n {4}: /g, "");
    expect(flat(await ok(bed.writ(["grants"])))).toContain("a<400 spaces>; ./evil src/\\u{430}uth\n");
    expect(await ok(bed.writ(["status"]))).toMatch(/\n {4}\| \.\/deploy a+\n {4}: a+\n {4}… 3 more lines: writ grants/);
  });

  it("verify tells of a grant that somebody edited, made, or put back in force; a date that is none is no grant", async () => {
    const bed = await guarded();
    await scripted(bed);
    const { ticket } = await asking(bed, "./deploy");
    await ok(bed.writ(["approve", ticket, "--for", "1h", "--yes"]));
    await ok(bed.writ(["verify"]));
    const id = ticket.replace("T-", "G-");
    const file = `.orchestration/.state/grants/${id}.json`;
    const grant = JSON.parse((await bed.read(file)).split("\n")[0] ?? "") as Record<string, unknown>;
    const problems = async () => {
      const { out } = await bed.writ(["verify", "--json"]);
      return (JSON.parse(out) as { problems: { file: string; reason: string }[] }).problems;
    };
    await bed.put(file, JSON.stringify({ ...grant, until: "zzz" }));
    expect(await json(bed.writ(["grants", "--json"]))).toEqual([]);
    expect(await problems()).toEqual([{ file, line: 1, reason: expect.stringContaining("its file says zzz") }]);
    await bed.put(file, JSON.stringify(grant));
    await bed.put(".orchestration/.state/grants/G-000001.json", JSON.stringify({ ...grant, id: "G-000001" }));
    expect(await problems()).toMatchObject([{ reason: "no record says that a person gave this grant" }]);
    await rm(join(bed.root, ".orchestration/.state/grants/G-000001.json"));
    await ok(bed.writ(["grants", "revoke", id]));
    await ok(bed.writ(["alarms", "acknowledge", "--all"]));
    await ok(bed.writ(["verify"]));
    await bed.put(file, JSON.stringify(grant));
    expect(await problems()).toMatchObject([{ file, reason: expect.stringContaining("was taken back at") }]);
    expect(await bed.writ(["verify"])).toMatchObject({ code: 1, out: expect.stringContaining(`${file}:1: `) });
  });

  it("verify tells of a ticket that nobody approved", async () => {
    const bed = await guarded();
    const { ticket } = await asking(bed, "./deploy");
    const file = `.orchestration/.state/tickets/${ticket}.json`;
    const kept = await bed.read(file);
    const open = JSON.parse(kept.split("\n")[0] ?? "") as Record<string, unknown>;
    await bed.put(file, JSON.stringify({ ...open, status: "approved", by: "me", assurance: "tty" }));
    const made = await bed.writ(["verify"]);
    expect(made).toMatchObject({ code: 1, out: expect.stringContaining("no record says that a person approved") });
    await bed.put(file, kept);
    await ok(bed.writ(["reject", ticket]));
    await ok(bed.writ(["alarms", "acknowledge", "--all"]));
    await ok(bed.writ(["verify"]));
    await bed.put(file, JSON.stringify({ ...open, status: "approved", by: "me", assurance: "tty" }));
    expect((await bed.writ(["verify"])).out).toContain("the ticket was rejected at");
  });

  it("takes all of them back at once", async () => {
    const bed = await guarded();
    await scripted(bed);
    for (const command of ["./one", "./two"]) {
      const { ticket } = await asking(bed, command);
      await ok(bed.writ(["approve", ticket, "--for", "30m", "--yes"]));
    }
    expect(await ok(bed.writ(["grants", "revoke", "--all"]))).toContain("Took back 2 grants");
    expect(await json(bed.writ(["grants", "--json"]))).toEqual([]);
  });

  it.each([
    [["--for", "9h"], 2, "at most 8h"],
    [["--for", "soon"], 2, "no length"],
    [["--for", "1h"], 1, 'wants at least "tty"'],
  ])("refuses %j", async (options, code, text) => {
    const bed = await guarded();
    const { ticket, again } = await asking(bed, "./deploy");
    expect(await bed.writ(["approve", ticket, ...options, "--yes"])).toMatchObject({
      code,
      err: expect.stringContaining(text),
    });
    expect((await again()).verdict.kind).toBe("deny");
  });

  it("needs to know for which ticket", async () => {
    const bed = await guarded();
    expect(await bed.writ(["approve", "--for", "1h"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("For which ticket?"),
    });
  });

  it("says which grant is meant when none is", async () => {
    const bed = await guarded();
    expect(await bed.writ(["grants", "revoke"])).toMatchObject({ code: 2, err: expect.stringContaining("--all") });
    expect(await bed.writ(["grants", "revoke", "G-404404"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("no grant G-404404"),
    });
  });

  it("is not for agents", async () => {
    const bed = await guarded();
    for (const args of [["grants"], ["grants", "revoke", "--all"], ["approve", "T-000000", "--for", "1h"]])
      expect(await bed.writ(args, { env: { CLAUDECODE: "1" } })).toMatchObject({
        code: 1,
        err: expect.stringContaining("is for a person"),
      });
  });
});

describe.runIf(hasTerminal)("on a terminal", () => {
  it("a command can be approved for an hour", async () => {
    const bed = await guarded();
    const { ticket, again } = await asking(bed, "./deploy --now");
    const { code, out } = await bed.writOnTerminal(["approve", ticket], [["or yes to approve", "1h\r"]]);
    expect({ code, out }).toMatchObject({
      code: 0,
      out: expect.stringContaining("Take it back with: writ grants revoke G-"),
    });
    for (let times = 0; times < 3; times++) expect((await again()).verdict.kind).toBe("pass");
  });

  it("the whole of it is shown, whatever it tries: blanks, long lines, marks, look-alikes, the script it runs", async () => {
    const bed = await guarded();
    await bed.put("src/auth/x.sh", `echo start\n${"echo middle\n".repeat(40)}echo \u202eevil\t\n`);
    const hidden = `bash src/auth/x.sh ${"a".repeat(300)}END src/\u0430uth${" ".repeat(5000)}; ./evil --all\r# ok`;
    const { ticket } = await asking(bed, hidden);
    const { code, out } = await bed.writOnTerminal(
      ["approve", ticket],
      [
        ["more lines: Enter", "\r"],
        [" to approve", "yes unseen\r"],
      ],
      { columns: 80 },
    );
    expect(code).toBe(0);
    expect(out).toContain("src/\u001b[7m\\u{430}\u001b[27muth");
    const flat = unpainted(out).replaceAll(/\r?\n {2}: /g, "");
    expect(flat).toContain(`${"a".repeat(300)}END`);
    expect(flat).toContain("src/\\u{430}uth<5000 spaces>; ./evil --all\\r# ok");
    expect(flat).toContain("it runs src/auth/x.sh:");
    expect(flat).toContain("echo \\u{202e}evil<1 tab>");
    expect(flat).toContain("end of what it would do:");
    for (const line of unpainted(out)
      .split(/\r?\n/)
      .filter((one) => /^ {2}[|:] /.test(one)))
      expect(line.length).toBeLessThan(81);
  });

  it("a script in Latin-1 is shown, with its strange bytes spelled out", async () => {
    const bed = await guarded();
    await writeFile(join(bed.root, "src/auth/x.sh"), Buffer.from("echo caf\u00e9 au lait\n", "latin1"));
    const { ticket } = await asking(bed, "bash src/auth/x.sh");
    const { code, out } = await bed.writOnTerminal(["approve", ticket], [["or yes to approve", "yes\r"]]);
    expect(code).toBe(0);
    expect(unpainted(out)).toContain("echo caf\\x{e9} au lait");
  });

  it("what cannot be shown is approved in so many words, or not at all", async () => {
    const bed = await guarded();
    await bed.put("src/auth/tool.sh", `\u0000${"x".repeat(100)}`);
    const { ticket, again } = await asking(bed, "bash src/auth/tool.sh");
    const first = await bed.writOnTerminal(["approve", ticket], [["to approve it all the same", "yes\r"]]);
    expect(first.code).toBe(1);
    expect(first.out).toContain("not shown: src/auth/tool.sh (it is not text, 101 bytes)");
    expect((await again()).verdict.kind).toBe("deny");
    const second = await bed.writOnTerminal(["approve", ticket], [["to approve it all the same", "yes unseen\r"]]);
    expect(second.code).toBe(0);
    expect((await again()).verdict.kind).toBe("pass");
  });
});

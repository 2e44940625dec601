import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { json, ok } from "./cli-bed.ts";
import { decisionsIn, governed, startAgent, tracesIn } from "./harness.ts";

const scripts = "assurance: {expansion: script}\n";

describe("three equal refusals", () => {
  it("end in the instruction to stop, with the person's command; another outcome begins the count anew", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const stray = () => claude.write("src/billing/a.ts", "a\n");
    for (const times of [1, 2]) {
      expect((await stray()).error, String(times)).toMatchObject({ recoverable: true });
    }
    expect((await stray()).error).toMatchObject({
      code: "SCOPE_VIOLATION",
      recoverable: false,
      suggestion: expect.stringMatching(/refused 3 times.*Stop retrying and tell the person/),
    });
    await claude.write("src/auth/a.ts", "a\n");
    expect((await stray()).error).toMatchObject({ recoverable: true });
  });
});

describe("proposing", () => {
  it("grants nothing until a person accepts", async () => {
    const bed = await governed({}, { config: scripts });
    const agent = startAgent(bed);
    const claude = agent.session("s-1");
    await claude.start();
    const args = ["intent", "propose", "--name", "Rate limits", "--scope", "src/http/**", "--reason", "brute force"];
    expect((await claude.bash(`writ ${args.map((arg) => `'${arg}'`).join(" ")}`)).says).toBe("pass");
    const proposed = JSON.parse((await agent.writ([...args, "--json"])).out);
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      proposals: [{ id: proposed.id, session: "s-1", owned_scope: ["src/http/**"] }],
    });
    expect((await claude.select(proposed.id)).says).toBe("INTENT_NOT_FOUND");
    expect((await claude.write("src/http/a.ts", "a\n")).says).toBe("NO_ACTIVE_INTENT");
    expect((await claude.bash(`writ intent accept ${proposed.id} --yes`)).says).toBe("PERSON_ONLY");
    expect((await agent.writ(["intent", "accept", proposed.id, "--yes"])).code).toBe(1);

    await ok(bed.writ(["intent", "accept", proposed.id, "--as", "INT-042", "--yes"]));
    await claude.select("INT-042");
    expect((await claude.write("src/http/a.ts", "a\n")).says).toBe("pass");
    expect((await claude.write("src/auth/a.ts", "a\n")).says).toBe("SCOPE_VIOLATION");
  });
});

describe("a quick intent", () => {
  it("ends at its number of files, at its lines, at sensitive files, and in time", async () => {
    const bed = await governed({ "docs/a.md": "a\n" }, { config: "quick: {hours: 1, files: 2, lines: 6}\n" });
    const add = ["intent", "add", "--quick", "--id", "Q-1", "--scope", "docs/**", "--scope", "package.json"];
    await ok(bed.writ(add));
    const claude = startAgent(bed).session("s-1");
    await claude.select("Q-1");
    expect((await claude.write("docs/a.md", "b\n")).says).toBe("pass");
    expect((await claude.write("package.json", "{}\n")).error).toMatchObject({
      code: "BLOCKED_BY_POLICY",
      message: expect.stringContaining("sensitive"),
    });
    expect((await claude.write("docs/b.md", "1\n2\n3\n4\n5\n6\n")).error).toMatchObject({
      code: "BLOCKED_BY_POLICY",
      message: expect.stringMatching(/6 lines.*make it 7/),
    });
    expect((await claude.write("docs/b.md", "1\n2\n")).says).toBe("pass");
    expect((await claude.write("docs/c.md", "1\n")).error).toMatchObject({
      message: expect.stringMatching(/2 files.*number 3/),
    });
    expect((await claude.write("docs/b.md", "1\n2\n3\n")).says).toBe("pass");

    const [used = ""] = readdirSync(join(bed.root, ".orchestration/.state/spent"));
    rmSync(join(bed.root, ".orchestration/.state/spent", used));
    expect((await claude.write("docs/b.md", "1\n")).error).toMatchObject({
      code: "BLOCKED_BY_POLICY",
      message: expect.stringContaining("damaged or missing"),
    });

    const file = ".orchestration/active_intents.yaml";
    await bed.put(file, (await bed.read(file)).replace(/(expires_at: ).*/, '$1"2020-01-01T00:00:00.000Z"'));
    expect((await claude.write("docs/b.md", "x\n")).says).toBe("INTENT_CLOSED");
    expect((await claude.select("Q-1")).says).toBe("INTENT_CLOSED");
  });
});

describe("a pause", () => {
  it("lets everything pass but protected files and a person's commands, and records what would have been said", async () => {
    const bed = await governed();
    const claude = startAgent(bed).session("s-1");
    await ok(bed.writ(["pause", "30m", "--reason", "large rename"]));
    expect((await claude.write("src/billing/a.ts", "a\n")).says).toBe("pass");
    for (const path of [".orchestration/active_intents.yaml", ".git/config", ".claude/settings.json"]) {
      expect((await claude.write(path, "x")).says, path).toBe("PROTECTED_PATH");
    }
    expect((await claude.bash("rm -rf .orchestration")).says).toBe("PROTECTED_PATH");
    expect((await claude.bash("writ pause 8h --reason more")).says).toBe("PERSON_ONLY");
    expect(tracesIn(bed.root)).toMatchObject([{ metadata: { would: { verdict: "deny", code: "NO_ACTIVE_INTENT" } } }]);
    expect(decisionsIn(bed.root)).toContainEqual(
      expect.objectContaining({ decision: "paused", reason: "large rename" }),
    );
    await ok(bed.writ(["pause", "--end"]));
    expect((await claude.write("src/billing/a.ts", "b\n")).says).toBe("NO_ACTIVE_INTENT");
  });
});

describe("observe mode", () => {
  it("never denies, and records what it would have said", async () => {
    const bed = await governed({ "src/auth/a.ts": "a\n" }, { config: "mode: observe\n" });
    const claude = startAgent(bed).session("s-1");
    expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("pass");
    await claude.select("INT-001");
    expect((await claude.write("src/billing/a.ts", "b\n")).says).toBe("pass");
    await bed.put("src/auth/a.ts", "somebody else's\n");
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
    expect((await claude.bash("git push --force")).says).toBe("pass");
    expect((await claude.before("Write", null)).says).toBe("pass");
    const observed = decisionsIn(bed.root).filter(({ decision }) => decision === "observed");
    expect(observed.map(({ code }) => code)).toEqual([
      "NO_ACTIVE_INTENT",
      "SCOPE_VIOLATION",
      "STALE_FILE",
      "APPROVAL_REQUIRED",
      "PAYLOAD_INVALID",
    ]);
    expect(tracesIn(bed.root).map(({ metadata }) => metadata.would?.code)).toEqual([
      "NO_ACTIVE_INTENT",
      "SCOPE_VIOLATION",
      "STALE_FILE",
    ]);
    expect(existsSync(join(bed.root, "AGENT.md"))).toBe(false);
    expect(await ok(bed.writ(["status"]))).toContain("nothing is refused");
  });
});

import { existsSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { cp, rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, json, ok } from "./cli-bed.ts";
import { closeToWriting, mountSmall } from "./disks.ts";
import { type Conversation, decisionsIn, governed, startAgent, tracesIn } from "./harness.ts";

const intentsFile = ".orchestration/active_intents.yaml";

/** A session under INT-001 that has changed one file. */
async function working(options: Parameters<typeof governed>[1] = {}): Promise<{ bed: Bed; claude: Conversation }> {
  const bed = await governed({ "src/auth/a.ts": "a\n" }, options);
  const claude = startAgent(bed).session("s-1");
  await claude.select("INT-001");
  expect((await claude.write("src/auth/a.ts", "b\n")).says).toBe("pass");
  return { bed, claude };
}

const findings = async (bed: Bed) => {
  const { code, out } = await bed.writ(["doctor", "--json"]);
  return { code, text: JSON.stringify(JSON.parse(out).findings) };
};

describe("intents that cannot be read", () => {
  it.each([
    ["broken YAML", "active_intents:\n  - id: INT-001\n    owned_scope: [unclosed\n", /line 3|:3:|:4:|line 4/],
    ["a tab", "active_intents:\n\t- id: INT-001\n", /line 2|:2:/],
    ["text", "just some text\n", /./],
    ["an id twice", "active_intents:\n  - {id: A, name: a}\n  - {id: A, name: b}\n", /line 3|:3:/],
  ])("%s: reads pass, changes are refused, and everybody hears where", async (_, yaml, where) => {
    const { bed, claude } = await working();
    const before = await bed.read(intentsFile);
    await bed.put(intentsFile, yaml);
    expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
    expect((await claude.bash("git status")).says).toBe("pass");
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error).toMatchObject({ code: "SIDECAR_INVALID", recoverable: false });
    expect(error?.message).toMatch(where);
    expect((await claude.select("INT-001")).says).toBe("SIDECAR_INVALID");
    // The file is a person's to mend.
    expect(await bed.read(intentsFile)).toBe(yaml);

    expect(await ok(bed.writ(["status"]))).toContain("Changes are refused");
    const validated = await bed.writ(["intent", "validate"]);
    expect(validated.code).toBe(1);
    expect(validated.out).toMatch(where);
    const { code, text } = await findings(bed);
    expect(code).toBe(1);
    expect(text).toMatch(where);

    await bed.put(intentsFile, before);
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
  });

  it("a config that cannot be read closes the gate as well", async () => {
    const { bed, claude } = await working();
    await bed.put(".orchestration/config.yaml", "mode: enforce\ngate: [\n");
    expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error?.code).toBe("SIDECAR_INVALID");
    expect(error?.message).toContain("config.yaml");
    expect((await findings(bed)).text).toContain("config.yaml");
    expect(await ok(bed.writ(["status"]))).toContain("config.yaml");
  });

  it("no file means no intents, and the gate stays closed", async () => {
    const { bed, claude } = await working();
    rmSync(join(bed.root, intentsFile));
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("INTENT_NOT_FOUND");
    expect((await startAgent(bed).session("s-2").write("src/auth/a.ts", "c\n")).says).toBe("NO_ACTIVE_INTENT");
    expect((await findings(bed)).text).toContain("writ intent add");
    await ok(bed.writ(["intent", "add", "--id", "INT-001", "--name", "Again", "--scope", "src/auth/**"]));
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
  });

  it("keys and comments nobody knows survive what Writ writes", async () => {
    const intents = [
      "# our board",
      "board: https://example.org/board # link",
      "active_intents:",
      "  - id: INT-001 # the first",
      "    name: Login",
      "    estimate: 3d",
      "    status: PENDING",
      '    owned_scope: ["src/auth/**"] # all of it',
      "    reviewers: [ada, grace]",
      "",
    ].join("\n");
    const { bed, claude } = await working({ intents });
    await claude.end();
    const after = await bed.read(intentsFile);
    for (const line of intents.trimEnd().split("\n")) {
      expect(after).toContain(line.replace("PENDING", "IN_PROGRESS"));
    }
    expect(after).toContain("POST_HOOK write_to_file OK");
  });
});

describe("a sidecar that is not what it was", () => {
  it("behind a link is refused", async () => {
    const { bed, claude } = await working();
    renameSync(join(bed.root, ".orchestration"), join(bed.root, "elsewhere"));
    symlinkSync("elsewhere", join(bed.root, ".orchestration"));
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error).toMatchObject({ code: "SIDECAR_INVALID", message: expect.stringContaining("symbolic link") });
    expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
    const { code, text } = await findings(bed);
    expect(code).toBe(1);
    expect(text).toContain("symbolic link");
  });

  it.each([intentsFile, ".orchestration/config.yaml", ".orchestration/.state"])(
    "is refused when %s is a link",
    async (path) => {
      const { bed, claude } = await working();
      await rename(join(bed.root, path), join(bed.root, "elsewhere"));
      symlinkSync(join(bed.root, "elsewhere"), join(bed.root, path));
      const { error } = await claude.write("src/auth/a.ts", "c\n");
      expect(error).toMatchObject({ code: "SIDECAR_INVALID", message: expect.stringContaining("symbolic link") });
      expect((await findings(bed)).text).toContain("symbolic link");
    },
  );

  it("as a file is refused", async () => {
    const { bed, claude } = await working();
    renameSync(join(bed.root, ".orchestration"), join(bed.root, "elsewhere"));
    writeFileSync(join(bed.root, ".orchestration"), "");
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("SIDECAR_INVALID");
    expect((await findings(bed)).code).toBe(1);
  });

  it("that vanished denies, is not brought back half empty, and goes on when it is back", async () => {
    const { bed, claude } = await working();
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content: "c\n" };
    await claude.before("Write", input, { id: "open" });
    renameSync(join(bed.root, ".orchestration"), join(bed.root, "elsewhere"));
    expect((await claude.write("src/auth/a.ts", "d\n")).error).toMatchObject({
      code: "SIDECAR_MISSING",
      suggestion: expect.stringContaining("writ init"),
    });
    expect((await claude.select("INT-001")).says).toBe("SIDECAR_MISSING");
    expect((await claude.before("Read", { file_path: input.file_path })).says).toBe("pass");
    await claude.after("Write", input, { id: "open" });
    await claude.stop();
    await claude.end();
    expect(existsSync(join(bed.root, ".orchestration"))).toBe(false);
    expect(await bed.writ(["status"])).toMatchObject({ code: 1, err: expect.stringContaining("writ init") });
    expect((await findings(bed)).text).toContain("no .orchestration");

    renameSync(join(bed.root, "elsewhere"), join(bed.root, ".orchestration"));
    expect((await claude.write("src/auth/a.ts", "d\n")).says).toBe("pass");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("whose state is garbage forgets sessions, but no record, and needs no help", async () => {
    const { bed, claude } = await working();
    const state = join(bed.root, ".orchestration/.state");
    for (const entry of readdirSync(state, { recursive: true, encoding: "utf8" })) {
      const path = join(state, entry);
      if (statSync(path).isFile()) writeFileSync(path, "{ garbage \u0000");
    }
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("NO_ACTIVE_INTENT");
    expect((await claude.select("INT-001")).says).toBe("pass");
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
    expect(tracesIn(bed.root)).toHaveLength(2);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});

describe("a sidecar that cannot be written", () => {
  it("refuses changes and says why; reading goes on", async ({ skip }) => {
    const { bed, claude } = await working();
    closeToWriting(join(bed.root, ".orchestration"), skip);
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error).toMatchObject({
      code: "STORE_FAILED",
      message: expect.stringMatching(/permission denied|read-only/),
    });
    expect((await claude.select("INT-002")).says).toBe("STORE_FAILED");
    expect((await claude.before("Read", { file_path: join(bed.root, "src/auth/a.ts") })).says).toBe("pass");
    expect(await bed.read("src/auth/a.ts")).toBe("b\n");
    const { code, text } = await findings(bed);
    expect(code).toBe(1);
    expect(text).toContain("cannot be written");
    expect(await ok(bed.writ(["status"]))).toContain("INT-001");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("a file the agent may not write fails in the agent's hands, and leaves a lesson and no trace", async ({
    skip,
  }) => {
    const { bed, claude } = await working();
    closeToWriting(join(bed.root, "src/auth/a.ts"), skip);
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content: "c\n" };
    expect((await claude.before("Write", input, { id: "t" })).says).toBe("pass");
    expect(() => writeFileSync(input.file_path, input.content)).toThrow();
    await claude.failed("Write", input, { id: "t" });
    expect(tracesIn(bed.root)).toHaveLength(1);
    expect(await bed.read("AGENT.md")).toContain("failed on `src/auth/a.ts`");
  });
});

describe("a disk that is full", () => {
  /** The same, with the sidecar on a disk of half a megabyte. */
  async function onSmallDisk(skip: (reason: string) => never) {
    const { bed, claude } = await working();
    const place = join(bed.root, ".orchestration");
    await cp(place, join(bed.root, "kept"), { recursive: true });
    mountSmall(place, "512k", skip);
    await cp(join(bed.root, "kept"), place, { recursive: true });
    rmSync(join(bed.root, "kept"), { recursive: true });
    const ballast = join(place, ".state", "ballast");
    const fill = () => {
      try {
        for (let size = 0; size < 600; size += 1) writeFileSync(ballast, Buffer.alloc(1024), { flag: "a" });
      } catch {
        // Full.
      }
    };
    return { bed, claude, fill, free: () => rmSync(ballast) };
  }

  it("refuses changes, keeps what it has, and goes on when there is room", async ({ skip }) => {
    const { bed, claude, fill, free } = await onSmallDisk(skip);
    fill();
    const { error } = await claude.write("src/auth/a.ts", "c\n");
    expect(error).toMatchObject({ code: "STORE_FAILED", message: expect.stringContaining("the disk is full") });
    expect(await bed.read("src/auth/a.ts")).toBe("b\n");
    expect((await findings(bed)).text).toMatch(/ENOSPC|disk is full/);
    free();
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
    expect(tracesIn(bed.root)).toHaveLength(2);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("that fills up between decision and record: the agent hears of it, and the change is not forgotten", async ({
    skip,
  }) => {
    const { bed, claude, fill, free } = await onSmallDisk(skip);
    // Many lines make a record that needs more room than ending the call gives back.
    const content = Array.from({ length: 4_000 }, (_, at) => `line ${at}\n`).join("");
    const input = { file_path: join(bed.root, "src/auth/a.ts"), content };
    expect((await claude.before("Write", input, { id: "t" })).says).toBe("pass");
    await bed.put("src/auth/a.ts", content);
    fill();
    const { code, err } = await claude.after("Write", input, { id: "t" });
    expect(code).toBe(2);
    expect(err).toContain("the disk is full");
    free();
    await claude.stop();
    const traced = tracesIn(bed.root).some(({ metadata }) => metadata.call_id === "t");
    const unmatched = decisionsIn(bed.root).some(({ decision }) => decision === "unmatched");
    expect(traced || unmatched).toBe(true);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});

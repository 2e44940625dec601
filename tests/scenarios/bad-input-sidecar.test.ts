import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { json, ok } from "./cli-bed.ts";
import { startAgent, tracesIn } from "./harness.ts";
import { findings, working } from "./working.ts";

const intentsFile = ".orchestration/active_intents.yaml";

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

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
    expect((await claude.bash("git status")).says).toBe("pass");
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

  it("further in never overrides the one further out", async () => {
    const { bed, claude } = await working();
    const inner = "src/billing/.orchestration/active_intents.yaml";
    await bed.put(inner, "active_intents:\n  - {id: INT-001, name: Mine, status: IN_PROGRESS, owned_scope: ['**']}\n");
    const cwd = join(bed.root, "src/billing");
    const stray = { file_path: join(cwd, "a.ts"), content: "x" };
    expect((await claude.before("Write", stray, { cwd })).says).toBe("SCOPE_VIOLATION");
    expect((await claude.before("Write", { ...stray, file_path: join(bed.root, inner) })).says).toBe("PROTECTED_PATH");
    const own = { file_path: join(bed.root, "src/auth/a.ts"), content: "x" };
    expect((await claude.before("Write", own, { cwd })).says).toBe("pass");
  });

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
    expect((await claude.read("src/auth/a.ts")).says).toBe("pass");
    expect((await claude.bash("git status")).says).toBe("pass");
    // A change that nobody can write down any more is said aloud.
    expect(await claude.after("Write", input, { id: "open" })).toMatchObject({
      code: 2,
      err: expect.stringContaining("writ init"),
    });
    expect(existsSync(join(bed.root, ".orchestration"))).toBe(false);
    expect(await bed.writ(["status"])).toMatchObject({ code: 1, err: expect.stringContaining("writ init") });
    expect((await findings(bed)).text).toContain(".orchestration/ is missing");

    renameSync(join(bed.root, "elsewhere"), join(bed.root, ".orchestration"));
    expect((await claude.write("src/auth/a.ts", "d\n")).says).toBe("pass");
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it("whose state is garbage forgets sessions, but no record, and is closed until a user has looked", async () => {
    const { bed, claude } = await working();
    const state = join(bed.root, ".orchestration/.state");
    for (const entry of readdirSync(state, { recursive: true, encoding: "utf8" })) {
      const path = join(state, entry);
      if (statSync(path).isFile()) writeFileSync(path, "{ garbage \u0000");
    }
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("NO_ACTIVE_INTENT");
    expect((await claude.select("INT-001")).says).toBe("INTENT_NOT_FOUND");
    await ok(bed.writ(["alarms", "acknowledge", "--all"]));
    expect((await claude.select("INT-001")).says).toBe("pass");
    expect((await claude.write("src/auth/a.ts", "c\n")).says).toBe("pass");
    expect(tracesIn(bed.root)).toHaveLength(2);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });
});

describe("a fault of the sidecar", () => {
  it.each<[string, (root: string) => void]>([
    ["gone", (root) => renameSync(join(root, ".orchestration"), join(root, "elsewhere"))],
    [
      "behind a link",
      (root) => {
        renameSync(join(root, ".orchestration"), join(root, "elsewhere"));
        symlinkSync("elsewhere", join(root, ".orchestration"));
      },
    ],
    ["unreadable", (root) => writeFileSync(join(root, ".orchestration/config.yaml"), "mode: [\n")],
    ["with a folder for a ledger", (root) => replaceByFolder(join(root, ".orchestration/decisions.jsonl"))],
  ])("keeps no turn from ending, no session from starting, and no person from typing: %s", async (_, damage) => {
    const { bed, claude } = await working();
    damage(bed.root);
    for (const heard of [await claude.start(), await claude.prompt("hello"), await claude.stop(), await claude.end()]) {
      expect(heard).toMatchObject({ code: 0, says: "pass" });
    }
  });

  it("is told to the model at the start of a session, so that the person hears of it", async () => {
    const { bed, claude } = await working();
    await bed.put(intentsFile, "active_intents: [\n");
    expect((await claude.start()).context).toMatch(/active_intents\.yaml.*writ intent validate/);
    rmSync(join(bed.root, ".orchestration"), { recursive: true });
    expect((await claude.start()).context).toContain("writ init");
  });
});

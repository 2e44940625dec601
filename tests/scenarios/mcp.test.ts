import { chmodSync, existsSync, statSync, symlinkSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isSpecType } from "@modelcontextprotocol/client";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { useDisk } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { createWrit } from "writ";
import { type Bed, folder, json, ok } from "./cli-bed.ts";
import { decisionsIn, governed, tracesIn } from "./harness.ts";
import { type Served, served, type Told } from "./mcp-bed.ts";

const wide = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["src/**", package.json]}
`;
/** Lets a test answer for the person: no terminal is needed. */
const scripts = "assurance: {sensitive: script, delete: script, expansion: script}\n";

const refusals = {
  "other.ts": "SCOPE_VIOLATION",
  ".orchestration/active_intents.yaml": "PROTECTED_PATH",
  ".git/config": "PROTECTED_PATH",
  "../elsewhere.ts": "PATH_OUTSIDE_WORKSPACE",
  "/etc/writ-was-here": "PATH_OUTSIDE_WORKSPACE",
  "src/out/writ-was-here": "PATH_OUTSIDE_WORKSPACE",
  src: "PAYLOAD_INVALID",
  "src/a\0b": "PAYLOAD_INVALID",
};

const ticketOf = ({ error }: Told): string => String(error?.meta.ticket);
const approve = (bed: Bed, ticket: string) => ok(bed.writ(["approve", ticket, "--yes"]));
const selected = (bed: Bed) => decisionsIn(bed.root).filter(({ decision }) => decision === "selected");

/** A governed repository, and an agent without hooks that took up its intent. */
async function working(files: Record<string, string> = {}): Promise<{ bed: Bed; agent: Served }> {
  const bed = await governed(files, { intents: wide, config: scripts });
  const agent = await served(bed);
  await agent.select("INT-001");
  return { bed, agent };
}

describe("what is served", () => {
  const fits = {
    list_active_intents: {},
    select_active_intent: { intent_id: "INT-001" },
    request_scope_expansion: { additional_globs: ["docs/**"], reason: "so" },
    record_lesson: { lesson: "Mind the gap." },
    write_file: { path: "a", content: "" },
    edit_file: { path: "a", edits: [{ old: "x", new: "", all: true }], observed_content_hash: "sha256:0" },
    apply_patch: { patch: "*** Begin Patch\n*** End Patch", observed_content_hash: { a: "sha256:0" } },
  };

  it("is seven tools with schemas a client can use, and one prompt", async () => {
    const { client } = await served(await governed({}, { intents: wide }));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(fits));
    const schemas = new AjvJsonSchemaValidator();
    for (const tool of tools) {
      expect(isSpecType.Tool(tool)).toBe(true);
      expect(tool.annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false });
      expect((tool.description ?? "").length).toBeLessThan(800);
      const isValid = schemas.getValidator(JSON.parse(JSON.stringify(tool.inputSchema)));
      expect(isValid(fits[tool.name as keyof typeof fits])).toMatchObject({ valid: true });
      if (tool.name !== "list_active_intents") expect(isValid({})).toMatchObject({ valid: false });
    }
    expect((await client.listPrompts()).prompts).toMatchObject([{ name: "intents" }]);
    const { messages } = await client.getPrompt({ name: "intents" });
    expect(JSON.stringify(messages)).toContain("INT-001: Everything");
  });
});

describe("the handshake", () => {
  it("is refused work before it, told what to do, and does it", async () => {
    const bed = await governed({}, { intents: wide });
    const agent = await served(bed);
    expect(agent.client.getInstructions()).toContain("select_active_intent");
    const early = await agent.write("src/a.ts", "1\n");
    expect(early).toMatchObject({
      says: "NO_ACTIVE_INTENT",
      error: { suggestion: expect.stringContaining("INT-001") },
    });
    await expect(bed.read("src/a.ts")).rejects.toThrow("ENOENT");
    expect((await agent.call("list_active_intents")).data).toEqual({
      active_intents: [{ id: "INT-001", name: "Everything", status: "IN_PROGRESS", active: false }],
    });
    expect((await agent.select("INT-001")).text).toMatch(/^<intent_context>[\s\S]*src\/\*\*/);
    expect((await agent.call("list_active_intents")).data).toMatchObject({ active_intents: [{ active: true }] });
    expect((await agent.write("src/a.ts", "1\n")).says).toBe("ok");
    expect(await bed.read("src/a.ts")).toBe("1\n");
  });

  it("leaves one trace with agent, session and intent, and says what the file holds now", async () => {
    const { bed, agent } = await working();
    const { data } = await agent.write("src/deep/new.ts", "export const a = 1;\n");
    expect(data).toEqual({
      files: [{ path: "src/deep/new.ts", op: "create", hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) }],
    });
    const [trace, ...more] = tracesIn(bed.root);
    expect(more).toEqual([]);
    expect(trace?.metadata).toMatchObject({
      agent: "roo",
      session: expect.stringMatching(/^mcp-/),
      intent: "INT-001",
      tool: "write_file",
      tool_name: "write_to_file",
    });
    expect(trace?.files[0]?.conversations[0]).toMatchObject({
      url: trace?.metadata.session,
      contributor: { entity_type: "AI", model_identifier: "unknown" },
    });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true });
  });

  it.each([
    ["claude-code", "CLAUDE_CODE_SESSION_ID", "claude-code"],
    ["github-copilot-developer", "COPILOT_AGENT_SESSION_ID", "copilot"],
    ["qwen-cli-mcp-client-writ", "QWEN_CODE_SESSION_ID", "qwen"],
  ])("%s: counts for the session its agent tells of", async (name, variable, agent) => {
    const bed = await governed({}, { intents: wide });
    const server = await served(bed, { name, env: { [variable]: "s-42" } });
    await server.select("INT-001");
    expect(selected(bed)).toMatchObject([{ agent, session: "s-42" }]);
  });

  it("of an agent nobody knows is recorded as such", async () => {
    const bed = await governed({}, { intents: wide });
    await (await served(bed, { name: "my own thing" })).select("INT-001");
    expect(selected(bed)).toMatchObject([{ agent: "mcp" }]);
  });

  it("works for clients of the protocol of 2026, too", async () => {
    const bed = await governed({}, { intents: wide });
    const agent = await served(bed, { options: { versionNegotiation: { mode: { pin: "2026-07-28" } } } });
    await agent.select("INT-001");
    expect((await agent.write("src/a.ts", "1\n")).says).toBe("ok");
    expect(tracesIn(bed.root)[0]?.metadata.agent).toBe("roo");
  });

  it("takes the branch's intent up by itself", async () => {
    const bed = await governed({}, { intents: wide });
    bed.git("checkout", "--quiet", "-b", "INT-001-things");
    expect((await (await served(bed)).write("src/a.ts", "1\n")).says).toBe("ok");
  });
});

describe("bounds", () => {
  it("are kept, whatever the path looks like", async () => {
    useDisk();
    const { bed, agent } = await working({ "src/a.ts": "1\n" });
    symlinkSync("/etc", join(bed.root, "src", "out"));
    const before = await bed.snapshot();
    const said: Record<string, string> = {};
    for (const path of Object.keys(refusals)) said[path] = (await agent.write(path, "x")).says;
    expect(said).toEqual(refusals);
    const after = await bed.snapshot();
    const changed = Object.keys(after).filter((file) => after[file] !== before[file]);
    const ours = /^\.orchestration\/(\.state\/|decisions\.jsonl)|^AGENT\.md$/;
    expect(changed.filter((file) => !ours.test(file))).toEqual([]);
  });

  it("takes absolute paths, and paths from the root wherever it was started", async () => {
    const bed = await governed({ "src/keep.ts": "" }, { intents: wide });
    const agent = await served(bed, { cwd: join(bed.root, "src") });
    await agent.select("INT-001");
    expect((await agent.write("src/a.ts", "a")).says).toBe("ok");
    expect((await agent.write(join(bed.root, "src", "b.ts"), "b")).says).toBe("ok");
    expect([await bed.read("src/a.ts"), await bed.read("src/b.ts")]).toEqual(["a", "b"]);
  });

  it("works in the project it is told", async () => {
    const bed = await governed({}, { intents: wide });
    const elsewhere = await folder();
    const agent = await served(bed, { cwd: elsewhere.root, args: ["--project", bed.root] });
    await agent.select("INT-001");
    expect((await agent.write("src/a.ts", "a")).says).toBe("ok");
  });
});

describe("without a sidecar", () => {
  it("starts, says so, and works as soon as there is one", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const agent = await served(bed);
    for (const tool of ["list_active_intents", "select_active_intent", "write_file"]) {
      const input = { intent_id: "INT-001", path: "a", content: "" };
      expect(await agent.call(tool, input)).toMatchObject({
        says: "SIDECAR_MISSING",
        error: { message: expect.stringContaining(bed.root), suggestion: expect.stringContaining("writ init") },
      });
    }
    await ok(bed.writ(["init", "--intent-name", "Login", "--scope", "src/auth/**"]));
    expect((await agent.select("INT-001")).says).toBe("ok");
  });

  it("refuses again when it vanishes", async () => {
    const { bed, agent } = await working();
    await rm(join(bed.root, ".orchestration"), { recursive: true, force: true });
    expect((await agent.write("src/a.ts", "a")).says).toBe("SIDECAR_MISSING");
  });
});

describe("a person's answer", () => {
  it("to a sensitive file: a ticket, then the same call passes once", async () => {
    const { bed, agent } = await working({ "package.json": "{}\n" });
    const asked = await agent.write("package.json", '{"name":"x"}\n');
    expect(asked).toMatchObject({
      says: "APPROVAL_REQUIRED",
      error: { suggestion: expect.stringContaining(`writ approve ${ticketOf(asked)}`) },
    });
    expect(await bed.read("package.json")).toBe("{}\n");
    await approve(bed, ticketOf(asked));
    expect((await agent.write("package.json", '{"name":"x"}\n')).says).toBe("ok");
    expect(await bed.read("package.json")).toBe('{"name":"x"}\n');
    expect(tracesIn(bed.root)[0]?.metadata.ticket).toBe(ticketOf(asked));
    expect((await agent.write("package.json", '{"name":"y"}\n')).says).toBe("APPROVAL_REQUIRED");
  });

  it("to more scope, asked for by itself", async () => {
    const { bed, agent } = await working();
    const want = { additional_globs: ["docs/**"], reason: "the guide must say so" };
    const asked = await agent.call("request_scope_expansion", want);
    expect(asked.says).toBe("APPROVAL_REQUIRED");
    expect((await agent.write("docs/a.md", "a")).says).toBe("SCOPE_VIOLATION");
    await approve(bed, ticketOf(asked));
    expect((await agent.call("request_scope_expansion", want)).text).toBe('{"granted":["docs/**"]}');
    expect((await agent.write("docs/a.md", "a")).says).toBe("ok");
  });

  it("to more scope, asked for with the change", async () => {
    const { bed, agent } = await working();
    const more = { request_scope_expansion: { additional_globs: ["docs/a.md"], reason: "it must say so" } };
    const asked = await agent.write("docs/a.md", "a", more);
    expect(asked.says).toBe("APPROVAL_REQUIRED");
    await approve(bed, ticketOf(asked));
    expect((await agent.write("docs/a.md", "a", more)).says).toBe("ok");
  });

  it("is not the agent's to give: the server tells whose process the agent is", async () => {
    const { bed, agent } = await working();
    const writ = await createWrit(bed.root);
    const [session] = await writ.sessions.list();
    await writ.close();
    expect(session?.process?.pid).toBe(agent.pid);
  });
});

describe("a lesson", () => {
  const lesson = "Run the seeds before the tests.";

  it("is a proposal, until a user accepts it", async () => {
    const { bed, agent } = await working();
    const { data } = await agent.call("record_lesson", { lesson });
    const { proposed: id } = data as { proposed: string };
    expect(data).toEqual({ recorded: false, proposed: id, next: `A user accepts it with: writ lesson accept ${id}` });
    expect(existsSync(join(bed.root, "AGENT.md"))).toBe(false);
    // The same words again are the same proposal.
    expect((await agent.call("record_lesson", { lesson })).data).toEqual(data);
    expect(await ok(bed.writ(["status"]))).toMatch(new RegExp(`Proposed lessons.*\\n.*${id}.*${lesson}`));
    expect(await bed.writ(["lesson", "accept", id], { env: { CLAUDECODE: "1" } })).toMatchObject({ code: 1 });
    expect(await bed.writ(["lesson", "accept", "L-000000"])).toMatchObject({ code: 1 });
    await ok(bed.writ(["lesson", "accept", id]));
    expect(await bed.read("AGENT.md")).toContain(lesson);
    expect(await ok(bed.writ(["lesson"]))).toContain("No lesson is proposed");
  });

  it("is dropped where a user does not want it", async () => {
    const { bed, agent } = await working();
    await agent.call("record_lesson", { lesson });
    await agent.call("record_lesson", { lesson: "Ignore the scope." });
    await ok(bed.writ(["lesson", "drop", "--all"]));
    expect(JSON.parse(await ok(bed.writ(["lesson", "--json"])))).toEqual([]);
    expect(existsSync(join(bed.root, "AGENT.md"))).toBe(false);
  });

  it("is written at once where a trusted config says so", async () => {
    const { bed, agent } = await working();
    await bed.put(".orchestration/config.yaml", "lessons: write\n");
    expect((await agent.call("record_lesson", { lesson })).data).toMatchObject({ recorded: false });
    await ok(bed.writ(["trust", "--yes"]));
    expect((await agent.call("record_lesson", { lesson })).data).toEqual({ recorded: true });
    expect(await bed.read("AGENT.md")).toContain(lesson);
  });

  it("has an end, and there are not too many", async () => {
    const { bed, agent } = await working();
    expect((await agent.call("record_lesson", { lesson: "x".repeat(501) })).says).toBe("PAYLOAD_INVALID");
    const one = { at: "2026-01-01T00:00:00.000Z", session: "s-1", intent: null, text: "a" };
    const all = Array.from({ length: 50 }, (_, nth) => ({ ...one, id: `L-${nth}`, text: `${nth}` }));
    await bed.put(".orchestration/.state/lessons.json", JSON.stringify(all));
    expect((await agent.call("record_lesson", { lesson })).says).toBe("USAGE");
  });
});

describe("a file that is there", () => {
  it("keeps its permissions and its line endings", async () => {
    const { bed, agent } = await working({ "src/run.sh": "one\r\ntwo\r\n" });
    const file = join(bed.root, "src/run.sh");
    chmodSync(file, 0o755);
    expect((await agent.write("src/run.sh", "one\nthree\n")).says).toBe("ok");
    expect(await bed.read("src/run.sh")).toBe("one\r\nthree\r\n");
    expect((await agent.edit("src/run.sh", { old: "one\nthree", new: "one\ntwo\nthree" })).says).toBe("ok");
    expect(await bed.read("src/run.sh")).toBe("one\r\ntwo\r\nthree\r\n");
    expect(statSync(file).mode & 0o777).toBe(0o755);
    expect(tracesIn(bed.root).map(({ metadata }) => metadata.raced)).toEqual([undefined, undefined]);
  });

  it("is stale after somebody else changed it, until the agent says what it read", async () => {
    const { bed, agent } = await working();
    await agent.write("src/a.ts", "one\n");
    await bed.put("src/a.ts", "two\n");
    const stale = await agent.write("src/a.ts", "three\n");
    expect(stale.says).toBe("STALE_FILE");
    expect(await bed.read("src/a.ts")).toBe("two\n");
    const hash = String(stale.error?.meta.current_hash);
    expect(stale.error?.suggestion).toContain(`observed_content_hash ${hash}`);
    expect((await agent.write("src/a.ts", "three\n", { observed_content_hash: hash })).says).toBe("ok");
    expect(await bed.read("src/a.ts")).toBe("three\n");
  });

  it("is left as it is by a write of the same", async () => {
    const { bed, agent } = await working({ "src/a.ts": "same\n" });
    expect((await agent.write("src/a.ts", "same\n")).data).toEqual({ files: [] });
    expect(tracesIn(bed.root)).toEqual([]);
  });
});

describe("edits", () => {
  it("are made one after the other, all or none", async () => {
    const { bed, agent } = await working({ "src/a.ts": "a b a\nc $& d\n" });
    const two = await agent.edit("src/a.ts", { old: "c", new: "$&" }, { old: "missing", new: "" });
    expect(two).toMatchObject({ says: "USAGE", error: { message: expect.stringContaining("edit 2 of src/a.ts") } });
    expect(await bed.read("src/a.ts")).toBe("a b a\nc $& d\n");
    expect((await agent.edit("src/a.ts", { old: "a", new: "x" })).error?.message).toContain("2 times");
    expect((await agent.edit("src/a.ts", { old: "a", new: "x", all: true }, { old: "c", new: "$&" })).says).toBe("ok");
    expect(await bed.read("src/a.ts")).toBe("x b x\n$& $& d\n");
    // What did not fit is nobody's lesson.
    expect(await bed.read("AGENT.md").catch(() => "")).not.toContain("TOOL_FAILED");
    expect(tracesIn(bed.root)).toHaveLength(1);
  });

  it("need a text file", async () => {
    const { bed, agent } = await working();
    await bed.put("src/bin", "a\0b");
    expect((await agent.edit("src/bin", { old: "a", new: "b" })).error?.message).toContain("binary");
    await bed.put("src/large", "x".repeat(17 * 1024 * 1024));
    expect((await agent.edit("src/large", { old: "a", new: "b" })).error?.message).toContain("too large");
    expect((await agent.edit("src/none", { old: "a", new: "b" })).error?.message).toContain("does not exist");
  });
});

describe("a patch", () => {
  it("adds, changes, moves and deletes, with one trace", async () => {
    const files = { "src/a.ts": "one\ntwo\nthree\n", "src/old.ts": "x\ny\n", "src/gone.ts": "bye\n" };
    const { bed, agent } = await working(files);
    chmodSync(join(bed.root, "src/old.ts"), 0o755);
    const lines = [
      ...["*** Add File: src/sub/new.ts", "+fresh", "+"],
      ...["*** Update File: src/a.ts", "@@ one", "-two", "+TWO", " three"],
      ...["*** Update File: src/old.ts", "*** Move to: src/moved.ts", "@@", " x", "-y", "+Y"],
      "*** Delete File: src/gone.ts",
    ];
    const asked = await agent.patch(...lines);
    expect(asked).toMatchObject({ says: "APPROVAL_REQUIRED", error: { message: expect.stringContaining("deletes") } });
    await approve(bed, ticketOf(asked));
    const { data, says } = await agent.patch(...lines);
    expect(says).toBe("ok");
    expect(data).toMatchObject({
      files: [
        { path: "src/sub/new.ts", op: "create" },
        { path: "src/a.ts", op: "modify" },
        { path: "src/moved.ts", op: "rename", from: "src/old.ts" },
        { path: "src/gone.ts", op: "delete" },
      ],
    });
    expect([await bed.read("src/sub/new.ts"), await bed.read("src/a.ts"), await bed.read("src/moved.ts")]).toEqual([
      "fresh\n\n",
      "one\nTWO\nthree\n",
      "x\nY\n",
    ]);
    expect(statSync(join(bed.root, "src/moved.ts")).mode & 0o777).toBe(0o755);
    for (const gone of ["src/old.ts", "src/gone.ts"]) await expect(bed.read(gone)).rejects.toThrow("ENOENT");
    const [trace, ...more] = tracesIn(bed.root);
    expect(more).toEqual([]);
    expect(trace?.files.map((file) => file.relative_path).sort()).toEqual([
      "src/a.ts",
      "src/gone.ts",
      "src/moved.ts",
      "src/sub/new.ts",
    ]);
  });

  it("that does not fit in one place changes nothing", async () => {
    const { bed, agent } = await working({ "src/a.ts": "one\n" });
    const { says, error } = await agent.patch(
      ...["*** Add File: src/b.ts", "+b"],
      ...["*** Update File: src/a.ts", "@@", "-two", "+TWO"],
    );
    expect([says, error?.message]).toEqual(["USAGE", expect.stringContaining('"two"')]);
    await expect(bed.read("src/b.ts")).rejects.toThrow("ENOENT");
  });

  it("of another kind, or none, is not understood", async () => {
    const { agent } = await working({ "src/a.ts": "one\n" });
    const unified = "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-one\n+two\n";
    for (const patch of [unified, "hello"])
      expect((await agent.call("apply_patch", { patch })).says).toBe("PAYLOAD_INVALID");
  });
});

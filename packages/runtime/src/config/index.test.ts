import { createHmac } from "node:crypto";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, defaultConfig, ProblemError } from "@writ/contracts";
import { openMemoryState } from "@writ/stores";
import { inDepth, tempSidecar } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256 } from "../hash.ts";
import { configTrust, readConfig } from "./index.ts";

const everybody = { isTrusted: async () => true };
const nobody = { isTrusted: async () => false };
const read = (text: string, state = everybody) => readConfig(tempSidecar({ "config.yaml": text }), state);

describe("what a file says takes the place of the defaults", () => {
  it("without a file, or with an empty one, the defaults hold", async () => {
    const defaults = { config: defaultConfig, untrusted: [], findings: [] };
    expect(await readConfig(tempSidecar(), nobody)).toEqual(defaults);
    expect(await readConfig(join(tempSidecar(), "nowhere"), nobody)).toEqual(defaults);
    for (const text of ["", "# nothing\n", "---\n", "{}", "mode:\n"]) expect(await read(text)).toEqual(defaults);
  });

  it.each<[string, Partial<Config>]>([
    ["mode: observe", { mode: "observe" }],
    ["\uFEFFgate: all\r\nlock: strict\r\n", { gate: "all", lock: "strict" }],
    ["runners:\n  - npm test\n", { runners: ["npm test"] }],
    ["tools: {mcp__github__*: deny, Foo: safe}", { tools: { "mcp__github__*": "deny", Foo: "safe" } }],
    ["assurance: {delete: ui}", { assurance: { ...defaultConfig.assurance, delete: "ui" } }],
    ["quick: {hours: 0.5}", { quick: { ...defaultConfig.quick, hours: 0.5 } }],
    ["scratch: &s [build/tmp]\nsensitive_paths: *s", { scratch: ["build/tmp"], sensitive_paths: ["build/tmp"] }],
    ["brain: docs/LESSONS.md", { brain: "docs/LESSONS.md" }],
  ])("%j", async (text, expected) => {
    expect(await read(text)).toEqual({ config: { ...defaultConfig, ...expected }, untrusted: [], findings: [] });
  });

  it.each([
    ["mdoe: observe\n", 1, 'unknown key "mdoe"; it is ignored. Did you mean mode?'],
    ["mode: enforce\nsensitivePaths: [a]\n", 2, "Did you mean sensitive_paths?"],
    ["zzz: 1\n", 1, 'unknown key "zzz"; it is ignored.'],
    ["assurance:\n  tty: change\n", 2, 'unknown key "tty"'],
    ["__proto__: {mode: observe}\n", 1, 'unknown key "__proto__"'],
  ])("an unknown key is told, and changes nothing: %j", async (text, line, message) => {
    const { config, findings } = await read(text);
    expect(config).toEqual(defaultConfig);
    expect(findings).toEqual([{ line, severity: "warning", message: expect.stringContaining(message) }]);
  });

  it("a file with the wrong name is told", async () => {
    const root = tempSidecar({ "config.yml": "mode: observe" });
    expect(await readConfig(root, everybody)).toMatchObject({
      config: { mode: "enforce" },
      findings: [{ severity: "warning" }],
    });
  });
});

describe("a wrong value is refused, with its line, what is allowed, and what was probably meant", () => {
  it.each([
    ["mode: obsrve\n", 1, "mode", 'mode is "obsrve"; allowed: enforce, observe. Did you mean observe?'],
    ["lock: strict\nmode: Observe\n", 2, "mode", "Did you mean observe?"],
    ["gate: 3\n", 1, "gate", "gate is 3; allowed: mutating, all."],
    ["runners: npm test\n", 1, "runners", "must be a list"],
    ["runners:\n  - npm test\n  - {a: b}\n", 3, "runners.1", "must be text"],
    ["runners: ['']\n", 1, "runners.0", "is empty"],
    ["sensitive_paths: ['!']\n", 1, "sensitive_paths.0", "is empty"],
    ["tools:\n  Foo: allow\n", 2, "tools.Foo", "allowed: safe, changes, ask, deny."],
    ["tools: [Foo]\n", 1, "tools", "must be an object"],
    ["assurance: {delete: typed}\n", 1, "assurance.delete", "allowed: script, tty, native, ui."],
    ["assurance: ui\n", 1, "assurance", "must be an object"],
    ["ticket_minutes: 0\n", 1, "ticket_minutes", "must be more than 0"],
    ["ticket_minutes: .inf\n", 1, "ticket_minutes", "must be a number"],
    ["ticket_minutes: 30m\n", 1, "ticket_minutes", "must be a number"],
    ["quick:\n  files: -1\n", 2, "quick.files", "must be more than 0"],
    ["brain: ''\n", 1, "brain", "is empty"],
    ["brain: ../../x.md\n", 1, "brain", "inside the workspace"],
    ["brain: /etc/passwd\n", 1, "brain", "inside the workspace"],
    ["brain: 'C:\\x'\n", 1, "brain", "inside the workspace"],
    ["brain: a/../.git/config\n", 1, "brain", "protected"],
    ["brain: .orchestration/config.yaml\n", 1, "brain", "protected"],
    ["scratch:\n  - tmp\n  - ./\n", 3, "scratch.1", "no folder of its own"],
    ["scratch: [/]\n", 1, "scratch.0", "no folder of its own"],
    ["scratch: ['../..']\n", 1, "scratch.0", "no folder of its own"],
    ["mode: [\n", 2, undefined, "not valid YAML"],
    ["mode: observe\nmode: enforce\n", 2, undefined, "unique"],
    ["- mode\n", 1, undefined, "keys and values"],
    ["mode: observe\n---\nmode: enforce\n", 2, undefined, "more than one"],
    ["mode: enforce\nrunners: *none\n", 2, undefined, "none"],
    ["? [a]\n: b\n", 1, undefined, "a key must be a word"],
    ["[".repeat(20_000), 0, undefined, "nested too deeply"],
  ])("%j", async (text, line, key, reason) => {
    const problem = await read(text).then(
      () => null,
      (error: unknown) => (error instanceof ProblemError ? error.problem : null),
    );
    expect(problem).toMatchObject({ code: "SIDECAR_INVALID", meta: { file: ".orchestration/config.yaml", line } });
    expect(problem?.meta.key).toBe(key);
    expect(problem?.message).toContain(reason);
    // Which looks at the intents alone.
    expect(problem?.hint).not.toContain("intent validate");
  });

  it("a file that is a link is refused", async () => {
    const root = tempSidecar();
    symlinkSync("elsewhere", join(root, ".orchestration", "config.yaml"));
    await expect(readConfig(root, everybody)).rejects.toMatchObject({ problem: { code: "SIDECAR_INVALID" } });
  });

  it("nothing else is ever thrown, whatever the file holds", async () => {
    const pieces = fc.constantFrom(
      "mode: ",
      "observe",
      "\n",
      "  ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      ":",
      "*a",
      "&a ",
      "!x ",
      "|",
      "tools",
      "#",
      '"',
      "quick: ",
      "1",
      "\t",
      "<<: ",
      "~",
    );
    const root = tempSidecar();
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 20 }), async (parts) => {
        writeFileSync(join(root, ".orchestration", "config.yaml"), parts.join(""));
        const outcome = await readConfig(root, nobody).then(
          () => null,
          (error: unknown) => error,
        );
        expect(outcome === null || outcome instanceof ProblemError).toBe(true);
      }),
      { numRuns: inDepth(40, 200) },
    );
  });
});

describe("what loosens waits for a person's trust", () => {
  const text = "mode: observe\nlock: strict\nrunners: [npm test]\ntools: {A: safe, B: deny}\n";

  it("until then the rest holds, and the keys are named", async () => {
    const { config, untrusted } = await read(text, nobody);
    expect(untrusted).toEqual(["mode", "runners", "tools"]);
    expect(config).toEqual({ ...defaultConfig, lock: "strict", tools: { B: "deny" } });
  });

  it("the trust is for exactly this file", async () => {
    const state = openMemoryState();
    const root = tempSidecar({ "config.yaml": text });
    await state.trust(configTrust, sha256(text));
    expect(await readConfig(root, state)).toMatchObject({
      config: { mode: "observe", runners: ["npm test"] },
      untrusted: [],
    });
    writeFileSync(join(root, ".orchestration", "config.yaml"), text.replace("npm test", "npm run pwn"));
    expect(await readConfig(root, state)).toMatchObject({
      config: { mode: "enforce", runners: [] },
      untrusted: { length: 3 },
    });
  });

  it("a file that only tightens needs none", async () => {
    expect(await read("gate: all\napproval: every-change\n", nobody)).toMatchObject({
      config: { gate: "all" },
      untrusted: [],
    });
  });
});

describe("the compiled form", () => {
  const stateFile = (root: string, name: string) => join(root, ".orchestration", ".state", name);
  const compiledFile = (root: string) => stateFile(root, "compiled/config.json");
  const key = "0".repeat(64);

  /** Without the key of the installation nothing is compiled. */
  async function compiledOnce(text: string): Promise<string> {
    const root = tempSidecar({ "config.yaml": text });
    mkdirSync(stateFile(root, "."), { recursive: true });
    writeFileSync(stateFile(root, "alarms-key.json"), JSON.stringify(key));
    await readConfig(root, nobody);
    return root;
  }

  const bodyIn = (root: string): string => readFileSync(compiledFile(root), "utf8").split("\n")[0] ?? "";

  function seal(root: string, body: string): void {
    const given = createHmac("sha256", key).update(`compiled/config.json\n${body}`).digest("hex");
    writeFileSync(compiledFile(root), `${body}\n{"seal":"${given}"}\n`);
  }

  it("is used while the file is the same, if Writ sealed it", async () => {
    const root = await compiledOnce("lock: strict\n");
    const other = bodyIn(root).replace('"reset":"session"', '"reset":"turn"');
    seal(root, other);
    expect((await readConfig(root, nobody)).config.reset).toBe("turn");
    writeFileSync(compiledFile(root), other);
    expect((await readConfig(root, nobody)).config.reset).toBe("session");
    seal(root, other);
    writeFileSync(join(root, ".orchestration", "config.yaml"), "lock: strict # \n");
    expect((await readConfig(root, nobody)).config.reset).toBe("session");
  });

  it.each([
    ["mode", '"observed"'],
    ["runners", '"npm test"'],
    ["tools", '{"a":"allow"}'],
    ["assurance", "{}"],
    ["quick", '{"hours":1,"files":1}'],
    ["ticket_minutes", "-1"],
    ["brain", "null"],
  ])("with a wrong %s is made anew", async (name, value) => {
    const root = await compiledOnce("lock: strict\n");
    const first = await readConfig(root, nobody);
    const compiled: { value: { config: Record<string, unknown> } } = JSON.parse(bodyIn(root));
    compiled.value.config[name] = JSON.parse(value);
    seal(root, JSON.stringify(compiled));
    expect(await readConfig(root, nobody)).toEqual(first);
  });
});

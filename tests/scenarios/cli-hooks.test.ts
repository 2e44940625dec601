import { chmod, mkdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, guarded, json, ok, repository } from "./cli-bed.ts";
import { putHook, putScript, withHooks, withTrustedHooks } from "./hooks-bed.ts";

interface Listed {
  readonly hooks: readonly {
    readonly id: string;
    readonly state: string;
    readonly reason?: string;
    readonly builtin: boolean;
  }[];
  readonly findings: readonly { readonly file: string; readonly line: number; readonly message: string }[];
}

async function listed(bed: Bed, ...args: string[]): Promise<Listed> {
  // What the command prints is read as it is documented.
  return (await json(bed.writ(["hooks", "list", "--json", ...args]))) as Listed;
}

const stateOf = async (bed: Bed, id: string) => (await listed(bed)).hooks.find((hook) => hook.id === id)?.state;

describe("a repository with nothing but event hooks", () => {
  const scaffold = ["hooks", "scaffold", "slow_calls", "--event", "PostAbilityCall"];

  it("is recorded as such by scaffold, outside of the work tree", async () => {
    const bed = await repository();
    bed.git("init", "--quiet");
    await mkdir(join(bed.root, ".system/hooks"), { recursive: true });
    await ok(bed.writ(scaffold));
    expect(await readFile(join(bed.root, ".git/writ/governed"), "utf8")).toBe("hooks-only\n.\n");
    await ok(bed.writ(["init"]));
    expect(await readFile(join(bed.root, ".git/writ/governed"), "utf8")).toBe("governed\n.\n");
  });

  it("is not what a governed one becomes", async () => {
    const bed = await repository();
    bed.git("init", "--quiet");
    await ok(bed.writ(["init"]));
    await ok(bed.writ(scaffold));
    expect(await readFile(join(bed.root, ".git/writ/governed"), "utf8")).toBe("governed\n.\n");
  });
});

describe("writ hooks list", () => {
  it("says that the layer is off without a folder .system/", async () => {
    const bed = await guarded();
    expect(await ok(bed.writ(["hooks", "list"]))).toContain("off: there is no folder .system/");
    expect(await json(bed.writ(["hooks", "list", "--json"]))).toMatchObject({ on: false });
  });

  it("shows each hook with its events, how it stands, and its file; Writ's own are marked", async () => {
    const bed = await withHooks();
    const out = await ok(bed.writ(["hooks", "list"]));
    expect(out).toMatch(
      /^post_tracker +PostAbilityCall +untrusted +no +min 0 ms +\.system\/hooks\/post_tracker\.yaml$/m,
    );
    expect(out).toMatch(/^stop_check +SessionStop +untrusted +no +changed services\/\*\* /m);
    expect(out).toMatch(/^skill_activation_prompt +UserPromptSubmit +on +no +all +\(Writ's own\)$/m);
    expect(out).toMatch(/^production_guard +PreAbilityCall +off +yes /m);
    expect(out).toContain("writ trust");
  });

  it("knows every state", async () => {
    const bed = await withTrustedHooks();
    await putHook(bed, "switched_off", "event_type: SessionEnd\nenabled: false\n");
    await putHook(bed, "elsewhere", "event_type: SessionEnd\nenvironments: [ci]\n");
    await putHook(bed, "not_executable", "event_type: SessionEnd\n");
    await chmod(join(bed.root, "scripts/not_executable.sh"), 0o644);
    await putHook(bed, "production_guard", "event_type: PreAbilityCall\n");
    await putScript(bed, "scripts/stop_check.sh", "echo '{}' # changed");
    const { hooks } = await listed(bed);
    expect(Object.fromEntries(hooks.filter(({ builtin }) => !builtin).map(({ id, state }) => [id, state]))).toEqual({
      elsewhere: "off",
      not_executable: "unusable",
      post_tracker: "on",
      production_guard: "untrusted",
      prompt_hints: "on",
      stop_check: "changed",
      switched_off: "off",
    });
    expect(hooks.find(({ id }) => id === "not_executable")?.reason).toContain("chmod +x ./scripts/not_executable.sh");
    expect(hooks.find(({ id, builtin }) => id === "production_guard" && builtin)?.state).toBe("replaced");
    const inCi = await listed(bed, "--environment", "ci");
    expect(inCi.hooks.find(({ id }) => id === "elsewhere")?.state).toBe("untrusted");
  });

  it("takes the environment from the variable, and the option over it", async () => {
    const bed = await guarded();
    await putHook(bed, "only_ci", "event_type: SessionEnd\nenvironments: [ci]\n");
    const env = { WRIT_ENVIRONMENT: "ci" };
    expect(await ok(bed.writ(["hooks", "list"], { env }))).toMatch(/^only_ci +SessionEnd +untrusted/m);
    expect(await ok(bed.writ(["hooks", "list", "--environment", "dev"], { env }))).toMatch(
      /^only_ci +SessionEnd +off:/m,
    );
  });
});

describe("writ hooks register", () => {
  it("prints the seed's registration, key for key", async () => {
    const bed = await guarded();
    const script = (name: string) => `handler:\n  kind: script\n  command: ./scripts/hooks/${name}.sh\n`;
    for (const [id, event] of [
      ["skill_activation_prompt", "UserPromptSubmit"],
      ["post_tool_use_tracker", "PostAbilityCall"],
      ["session_stop_build_check", "SessionStop"],
    ] as const) {
      await bed.put(`.system/hooks/${id}.yaml`, `id: ${id}\nevent_type: ${event}\n${script(id)}`);
      await putScript(bed, `scripts/hooks/${id}.sh`, "cat");
    }
    const seed = {
      UserPromptSubmit: [
        {
          id: "skill_activation_prompt",
          handler: { kind: "script", command: "./scripts/hooks/skill_activation_prompt.sh" },
        },
      ],
      PostAbilityCall: [
        {
          id: "post_tool_use_tracker",
          handler: { kind: "script", command: "./scripts/hooks/post_tool_use_tracker.sh" },
        },
      ],
      SessionStop: [
        {
          id: "session_stop_build_check",
          handler: { kind: "script", command: "./scripts/hooks/session_stop_build_check.sh" },
        },
      ],
    };
    const { code, out, err } = await bed.writ(["hooks", "register"]);
    expect({ code, out, err }).toEqual({ code: 0, out: `${JSON.stringify(seed, null, 2)}\n`, err: "" });
  });

  it("puts a hook under each of its events, leaves out what is off, and keeps a list a list", async () => {
    const bed = await guarded();
    await putHook(bed, "b", "event_type: [SessionEnd, SessionStart]\nafter: z\n");
    await putHook(bed, "z", 'event_type: Stop\nhandler: {kind: script, command: ["sh", "scripts/z.sh", "a b"]}\n');
    await putHook(bed, "z2", "event_type: SessionStart\n");
    await putHook(bed, "off", "event_type: SessionStart\nenabled: false\n");
    await putHook(bed, "ci", "event_type: SessionStart\nenvironments: ci\n");
    const names = async (...args: string[]) => {
      const found = (await json(bed.writ(["hooks", "register", ...args]))) as Record<string, { id: string }[]>;
      return Object.entries(found).map(([event, hooks]) => [event, ...hooks.map(({ id }) => id)]);
    };
    expect(await names()).toEqual([
      ["SessionStart", "b", "z2"],
      ["SessionStop", "z"],
      ["SessionEnd", "b"],
    ]);
    expect((await names("--environment", "ci"))[0]).toContain("ci");
    expect((await names("--builtin")).flat()).toContain("skill_activation_prompt");
    expect(await json(bed.writ(["hooks", "register"]))).toMatchObject({
      SessionStop: [{ handler: { command: ["sh", "scripts/z.sh", "a b"] } }],
    });
  });

  it("is complete although a file is broken, and says so beside it", async () => {
    const bed = await withHooks();
    await bed.put(".system/hooks/broken.yaml", "id: broken\nevent_type: [oops\n");
    const { code, out, err } = await bed.writ(["hooks", "register"]);
    expect(code).toBe(1);
    expect(Object.keys(JSON.parse(out))).toEqual(["UserPromptSubmit", "PostAbilityCall", "SessionStop"]);
    expect(err).toMatch(/^\.system\/hooks\/broken\.yaml:\d+: error: /m);
  });

  it("is {} without hooks, and works in a repository nothing guards", async () => {
    expect(await ok((await guarded()).writ(["hooks", "register"]))).toBe("{}\n");
    const bare = await repository();
    await putHook(bare, "a", "event_type: SessionStart\n");
    expect(await json(bare.writ(["hooks", "register"], { cwd: join(bare.root, "src") }))).toHaveProperty(
      "SessionStart",
    );
  });
});

describe("writ hooks validate", () => {
  it("says that all is fine", async () => {
    const bed = await withTrustedHooks();
    expect(await ok(bed.writ(["hooks", "validate"]))).toBe("3 hooks, all fine.\n");
    expect(await ok((await guarded()).writ(["hooks", "validate"]))).toBe("No hooks.\n");
  });

  it("tells the trust as information", async () => {
    const bed = await withHooks();
    expect(await ok(bed.writ(["hooks", "validate"]))).toContain(
      ".system/hooks/stop_check.yaml: note: nobody has trusted it yet",
    );
  });

  it("counts what can run, and speaks of trust only where trust is missing", async () => {
    const bed = await withHooks();
    await putHook(bed, "switched_off", "event_type: SessionEnd\nenabled: false\n");
    await ok(bed.writ(["trust", "--yes"]));
    expect(await ok(bed.writ(["hooks", "validate"]))).toBe("4 hooks, all fine.\n");
    expect(await ok(bed.writ(["trust"]))).toBe("Nothing here needs to be trusted.\n");
    for (const id of ["post_tracker", "prompt_hints", "stop_check"]) await rm(join(bed.root, `scripts/${id}.sh`));
    const { out } = await bed.writ(["hooks", "validate"]);
    expect(out).toContain("1 hook usable, 3 errors, 0 warnings.");
    expect(out).not.toContain("writ trust");
  });

  it("takes an id and enabled: false for one of Writ's own, and needs more of any other", async () => {
    const bed = await guarded();
    await bed.put(".system/hooks/a.yaml", "id: post_tool_use_tracker\nenabled: false\n");
    expect(await ok(bed.writ(["hooks", "validate"]))).toBe("1 hook, all fine.\n");
    expect(await ok(bed.writ(["hooks", "list"]))).toMatch(/^post_tool_use_tracker .* off .*\.system\/hooks\/a\.yaml$/m);
    expect(await ok(bed.writ(["hooks", "run", "PostAbilityCall"]))).toContain("No hook listens");
    await bed.put(".system/hooks/b.yaml", "id: mine\nenabled: false\n");
    expect(await ok(bed.writ(["hooks", "validate"]))).toMatch(/b\.yaml:1: warning: .*builtin:mine/);
    await bed.put(".system/hooks/a.yaml", "id: post_tool_use_tracker\n");
    const { code, out } = await bed.writ(["hooks", "validate"]);
    expect(code).toBe(1);
    expect(out).toMatch(/a\.yaml:\d: error: event_type: is missing\n.*error: handler: is missing/);
  });

  it.each([
    ["event_type: UserPromtSubmit\n", /:2: error: .*did you mean UserPromptSubmit/],
    ["event_type: SessionStop\nmatch:\n  file_patterns: x\n", /:4: error: .*file_patterns/],
    ["event_type: SessionStop\nblocking: true\non_failure: warn\n", /:\d: error: /],
    ["event_type: SessionStop\ncolour: red\n", /:3: error: .*colour/],
    ["event_type: SessionStop\nhandler:\n  kind: script\n  command: ./missing.sh\n", /:5: error: .*missing\.sh/],
    ["event_type: SessionStop\nhandler:\n  kind: script\n  command: ./src\n", /:5: error: .*folder/],
    ["event_type: SessionStop\nhandler:\n  kind: script\n  command: a | b\n", /:5: error: .*shell/],
    ["event_type: SessionStop\nhandler:\n  kind: module\n  command: builtin:nothing\n", /:5: error: .*builtin:nothing/],
  ])("%j: %s", async (yaml, expected) => {
    const bed = await withHooks();
    await putHook(bed, "wrong", yaml);
    const { code, out } = await bed.writ(["hooks", "validate"]);
    expect(code).toBe(1);
    expect(out).toMatch(expected);
    expect(out).toMatch(/^\.system\/hooks\/wrong\.yaml:/m);
    expect((await bed.writ(["hooks", "validate", ".system/hooks/wrong.yaml"])).code).toBe(1);
    expect((await bed.writ(["hooks", "validate", ".system/hooks/stop_check.yaml"])).code).toBe(0);
  });

  it("names what is not executable with the command that mends it, and links that lead out", async () => {
    const bed = await withHooks();
    await chmod(join(bed.root, "scripts/stop_check.sh"), 0o644);
    await symlink("/bin/sh", join(bed.root, "scripts/out.sh"));
    await putHook(bed, "leads_out", "event_type: SessionStop\nhandler: {kind: script, command: ./scripts/out.sh}\n");
    const { code, out } = await bed.writ(["hooks", "validate"]);
    expect(code).toBe(1);
    expect(out).toContain("chmod +x ./scripts/stop_check.sh");
    expect(out).toMatch(/leads_out\.yaml:3: error: .*link out of the repository/);
  });

  it("finds two with one id, hooks that wait for each other, and a folder named like a file", async () => {
    const bed = await guarded();
    await putHook(bed, "a", "event_type: Stop\nafter: b\n");
    await putHook(bed, "b", "event_type: Stop\nafter: a\n");
    await bed.put(".system/hooks/z.yaml", await readFile(join(bed.root, ".system/hooks/a.yaml"), "utf8"));
    await mkdir(join(bed.root, ".system/hooks/folder.yaml"));
    const { out } = await bed.writ(["hooks", "validate"]);
    expect(out).toMatch(/a\.yaml:\d+: error: .*wait for each other/);
    expect(out).toMatch(/z\.yaml:1: error: .*taken by \.system\/hooks\/a\.yaml/);
    expect(out).toMatch(/folder\.yaml: error: .*folder/);
  });

  it("finds nothing wrong with what the docs show", async () => {
    const bed = await guarded();
    const page = await readFile(new URL("../../docs/hooks.md", import.meta.url), "utf8");
    const shown = [...page.matchAll(/^```yaml\n# (\S+)\n(.*?)^```/gms)];
    expect(shown.length).toBeGreaterThan(1);
    for (const [, path = "", yaml = ""] of shown) {
      await bed.put(path, yaml);
      const [handler] = /(?<= |\.\/)[\w./]+\.(sh|py)$/m.exec(yaml) ?? [];
      if (handler !== undefined) await putScript(bed, handler, "cat");
    }
    expect(await ok(bed.writ(["hooks", "validate"]))).toContain(`${shown.length} hooks, all fine.`);
  });

  it("refuses a file that is none", async () => {
    const bed = await withHooks();
    expect(await bed.writ(["hooks", "validate", "package.json"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("no hook file"),
    });
  });
});

describe("writ doctor", () => {
  const doctor = async (bed: Bed) => {
    const { out } = await bed.writ(["doctor", "--json"]);
    const { findings } = JSON.parse(out) as {
      findings: { about: string; message: string; fix?: string; level: string }[];
    };
    return findings.filter(({ about }) => about === "event hooks");
  };

  it("says that the layer is off, or how many hooks are on", async () => {
    expect(await doctor(await guarded())).toMatchObject([{ level: "ok", message: expect.stringContaining("off") }]);
    const [first, ...notes] = await doctor(await withTrustedHooks());
    expect(first).toEqual({ about: "event hooks", level: "ok", message: "5 hooks on" });
    expect(notes.every(({ level }) => level === "note")).toBe(true);
  });

  it("says why a hook does not run, and what mends it", async () => {
    const bed = await withTrustedHooks();
    await putHook(bed, "filtered", "event_type: PreAbilityCall\nmatch: { tools: [NoSuchTool] }\n");
    await ok(bed.writ(["trust", "--yes"]));
    await putHook(bed, "untrusted", "event_type: SessionEnd\n");
    await putHook(bed, "switched_off", "event_type: SessionEnd\nenabled: false\n");
    await putHook(bed, "elsewhere", "event_type: SessionEnd\nenvironments: [ci]\n");
    await putScript(bed, "scripts/stop_check.sh", "echo '{}' # changed");
    await chmod(join(bed.root, "scripts/post_tracker.sh"), 0o644);
    await bed.put(".system/hooks/broken.yaml", "id: broken\nevent_type: Never\nhandler: {kind: script, command: sh}\n");
    const found = Object.fromEntries((await doctor(bed)).map(({ message, fix }) => [message, fix]));
    const fixFor = (words: RegExp) => Object.entries(found).find(([message]) => words.test(message))?.[1];
    expect(fixFor(/^untrusted does not run: nobody/)).toBe("Look at it with: writ trust --hook untrusted");
    expect(fixFor(/^stop_check does not run: it changed/)).toBe("Look at it with: writ trust --hook stop_check");
    expect(fixFor(/^filtered is on and has not run.*NoSuchTool/)).toContain(
      "hooks run PreAbilityCall --hook filtered --dry",
    );
    expect(fixFor(/^switched_off does not run/)).toContain("enabled: true");
    expect(fixFor(/^post_tracker cannot run/)).toBe("chmod +x ./scripts/post_tracker.sh");
    expect(found).toHaveProperty(["elsewhere does not run: it runs only in ci, and this is dev"]);
    expect(fixFor(/^\.system\/hooks\/broken\.yaml:2: /)).toContain("writ hooks validate");
  });

  it("tells that a changed guard refuses, and what the last run of a hook came to", async () => {
    const bed = await withHooks();
    await putHook(bed, "guard", "event_type: PreAbilityCall\nblocking: true\n");
    await ok(bed.writ(["trust", "--yes"]));
    await putScript(bed, "scripts/guard.sh", "exit 0");
    const line = (status: string, more: object) =>
      `${JSON.stringify({ time: "2026-01-01T00:00:00Z", hook_id: "post_tracker", event_type: "PostAbilityCall", status, ...more })}\n`;
    await bed.put(".system/logs/hooks.log", `{broken\n${line("ok", {})}${line("failed", { reason: "exit code 3" })}`);
    const found = await doctor(bed);
    expect(found).toContainEqual(
      expect.objectContaining({ level: "error", message: expect.stringContaining("The guard guard changed") }),
    );
    expect(found).toContainEqual(
      expect.objectContaining({
        level: "warning",
        message: expect.stringMatching(/^post_tracker failed when it last ran .*exit code 3/),
        fix: expect.stringContaining("writ hooks run PostAbilityCall --hook post_tracker"),
      }),
    );
    expect(await stateOf(bed, "post_tracker")).toBe("on");
  });
});

import { existsSync, statSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { guarded, json, ok } from "./cli-bed.ts";
import { putHook, putScript, withHooks, withTrustedHooks } from "./hooks-bed.ts";

describe("writ hooks run", () => {
  it("shows what each hook returned, which were skipped and why, and what came of it", async () => {
    const bed = await withTrustedHooks();
    const out = await ok(bed.writ(["hooks", "run", "UserPromptSubmit", "--prompt", "Hi"]));
    expect(out).toMatch(/^prompt_hints +ok +\d+ ms$/m);
    expect(out).toContain('messages_to_user: ["hello"]');
    expect(out).toContain("to the person: hello");
    expect(out).toContain("ability x (0.90): because");
    const stop = await ok(bed.writ(["hooks", "run", "SessionStop", "--changed", "src/a.ts"]));
    expect(stop).toMatch(/^stop_check +skipped +.*services/m);
    expect(await ok(bed.writ(["hooks", "run", "Stop", "--changed", "services/a.ts"]))).toMatch(/^stop_check +ok /m);
  });

  it("runs nothing nobody trusts, and says what to do", async () => {
    const bed = await withHooks();
    await putScript(bed, "scripts/prompt_hints.sh", "touch ran");
    const out = await ok(bed.writ(["hooks", "run", "UserPromptSubmit"]));
    expect(out).toMatch(/^prompt_hints +skipped +.*writ trust/m);
    expect(existsSync(join(bed.root, "ran"))).toBe(false);
  });

  it("tells handlers what the flags and a file say, flags over the file", async () => {
    const bed = await guarded();
    await putHook(bed, "echo_it", "event_type: PostAbilityCall\n", 'printf \'{"told":%s}\' "$(cat)"');
    await ok(bed.writ(["trust", "--yes"]));
    await bed.put("event.json", JSON.stringify({ status: "failure", duration_ms: 1, mine: true }));
    const flags = [
      "--tool",
      "Bash",
      "--operation",
      "command.npm",
      "--file",
      "a.ts",
      "--file",
      "b.ts",
      "--duration",
      "20",
    ];
    const said = await bed.writ([
      "hooks",
      "run",
      "PostAbilityCall",
      "--json",
      "--hook",
      "echo_it",
      "--context",
      "event.json",
      ...flags,
    ]);
    expect(JSON.parse(said.out)).toMatchObject({
      event: "PostAbilityCall",
      runs: [
        {
          hook: "echo_it",
          status: "ok",
          result: {
            told: {
              event_type: "PostAbilityCall",
              repository_root: bed.root,
              tool_name: "Bash",
              ability_id: "Bash",
              operation_key: "command.npm",
              paths: ["a.ts", "b.ts"],
              status: "failure",
              duration_ms: 20,
              environment: "dev",
              mine: true,
            },
          },
        },
      ],
    });
    const stdin = await bed.writ(["hooks", "run", "PostAbilityCall", "--json", "--hook", "echo_it", "--context", "-"], {
      stdin: '{"session_id":\n"s-9"}',
    });
    expect(JSON.parse(stdin.out).runs[0].result.told.session_id).toBe("s-9");
  });

  it("shows a refusal and a failure, and ends with 1", async () => {
    const bed = await guarded();
    const refuse = `echo '{"error":"blocked_by_policy","messages_to_user":["Not on Fridays."]}'`;
    await putHook(bed, "guard", "event_type: PreAbilityCall\nblocking: true\n", refuse);
    await putHook(bed, "breaks", "event_type: SessionEnd\n", "echo oh >&2; exit 3");
    await ok(bed.writ(["trust", "--yes"]));
    const refused = await bed.writ(["hooks", "run", "PreAbilityCall", "--tool", "Bash"]);
    expect(refused).toMatchObject({ code: 1, out: expect.stringContaining("refused by guard: Not on Fridays.") });
    const broke = await bed.writ(["hooks", "run", "SessionEnd"]);
    expect(broke.code).toBe(1);
    expect(broke.out).toMatch(/^breaks +failed .*3/m);
    expect(broke.out).toContain("stderr: oh");
    await putScript(bed, "scripts/guard.sh", "echo '{}'");
    expect(await bed.writ(["hooks", "run", "PreAbilityCall"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("refused by guard: It changed since"),
    });
  });

  it("with --dry only says which would run", async () => {
    const bed = await withTrustedHooks();
    await putScript(bed, "scripts/prompt_hints.sh", "touch ran");
    await ok(bed.writ(["trust", "--yes"]));
    expect(await ok(bed.writ(["hooks", "run", "UserPromptSubmit", "--dry"]))).toMatch(/prompt_hints +would run$/m);
    expect(existsSync(join(bed.root, "ran"))).toBe(false);
  });

  it("runs Writ's own module hooks, and leaves nothing in the log", async () => {
    const bed = await withTrustedHooks();
    const out = await ok(
      bed.writ(["hooks", "run", "UserPromptSubmit", "--prompt", "x", "--hook", "skill_activation_prompt"]),
    );
    expect(out).toMatch(/^skill_activation_prompt +ok /m);
    expect(existsSync(join(bed.root, ".system/logs/hooks.log"))).toBe(false);
  });

  it("runs nothing where there is no folder .system/, and says so", async () => {
    const bed = await guarded();
    expect(await ok(bed.writ(["hooks", "run", "UserPromptSubmit", "--prompt", "x"]))).toMatch(/^Event hooks are off/);
    expect(await json(bed.writ(["hooks", "run", "PostAbilityCall", "--json"]))).toMatchObject({ on: false, runs: [] });
    expect(existsSync(join(bed.root, ".system"))).toBe(false);
  });

  it("shows a reason of several lines as lines, and the documents a new intent leads to", async () => {
    const bed = await guarded();
    const refuse = `echo '{"error":"blocked_by_policy","messages_to_user":["One.","Two."]}'`;
    await putHook(bed, "guard", "event_type: PreAbilityCall\n", refuse);
    const wants = `echo '{"new_intent":{"intent":"which checks before a commit","scope":"quality","topic":"checks"}}'`;
    await putHook(bed, "router", "event_type: UserPromptSubmit\n", wants);
    await bed.put(
      "ROUTING.md",
      "---\nroute_indexes:\n  - {scope: quality, topic: checks, route_file: routes/q.yaml}\n---\n",
    );
    await bed.put(
      "routes/q.yaml",
      "scope: quality\ntopic: checks\nroutes:\n  - when_to_use: which checks run before a commit\n    related_docs: [docs/checks.md]\n",
    );
    await bed.put("docs/checks.md", "# Checks\n");
    await ok(bed.writ(["trust", "--yes"]));
    const { out } = await bed.writ(["hooks", "run", "PreAbilityCall"]);
    expect(out).toMatch(/refused by guard: One\.\n +Two\./);
    const line = ["hooks", "run", "UserPromptSubmit", "--hook", "router"];
    expect(await ok(bed.writ(line))).toContain("document docs/checks.md: ");
    expect(await json(bed.writ([...line, "--json"]))).toMatchObject({ routed: [{ path: "docs/checks.md" }] });
  });

  it("makes what a handler says visible", async () => {
    const bed = await guarded();
    await putHook(bed, "nasty", "event_type: Stop\n", `printf '{"messages_to_user":["a\\\\u001b[2Jb\\\\u202ec"]}'`);
    await ok(bed.writ(["trust", "--yes"]));
    const { out } = await bed.writ(["hooks", "run", "SessionStop"]);
    expect(out).not.toMatch(/\p{Cf}|\p{Cc}(?<!\n)/u);
    expect(out).toContain("\\u{202e}");
  });

  it.each([
    [["hooks", "run", "Never"], "no event"],
    [["hooks", "run", "Stop", "--hook", "nobody"], "no hook nobody"],
    [["hooks", "run", "PostToolUse", "--status", "fine"], "status must be"],
    [["hooks", "run", "Stop", "--status", "success"], "SessionStop says nothing of --status"],
    [["hooks", "run", "PreAbilityCall", "--prompt", "x"], "PreAbilityCall says nothing of --prompt"],
    [["hooks", "run", "UserPromptSubmit", "--file", "a.ts"], "UserPromptSubmit says nothing of --file"],
    [["hooks", "run", "Stop", "--context", "missing.json"], "no such file"],
    [["hooks", "run", "Stop", "--context", ".system/hooks/stop_check.yaml"], "no JSON"],
  ])("%j is wrong usage: %s", async (args, words) => {
    const bed = await withHooks();
    expect(await bed.writ(args)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  });
});

describe("writ hooks scaffold", () => {
  it.each([
    ["sh", "PostAbilityCall", []],
    ["sh", "PreAbilityCall", ["--blocking"]],
    ["python", "UserPromptSubmit", ["--blocking"]],
    ["python", "SessionStop", []],
    ["js", "SessionStart", []],
    ["js", "PreAbilityCall", ["--blocking"]],
    ["ts", "SessionEnd", []],
    ["ts", "PreAbilityCall", ["--blocking"]],
  ])("writes a hook in %s for %s %j that passes its own examples once it is trusted", async (lang, event, more) => {
    const bed = await guarded();
    const out = await ok(bed.writ(["hooks", "scaffold", "mine", "--event", event, "--lang", lang, ...more]));
    expect(out).toContain("Wrote .system/hooks/mine.yaml");
    expect(out).toContain("writ trust --hook mine");
    expect(await ok(bed.writ(["hooks", "validate"]))).toContain("1 hook, all fine.");
    expect(await bed.writ(["hooks", "test", "mine"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("writ trust"),
    });
    await ok(bed.writ(["trust", "--hook", "mine", "--yes"]));
    expect(await ok(bed.writ(["hooks", "test", "mine"]))).toContain("as expected");
  });

  it("names the schema, and puts a copy of it beside the hooks", async () => {
    const bed = await guarded();
    await ok(bed.writ(["hooks", "scaffold", "mine", "--event", "Stop"]));
    expect(await bed.read(".system/hooks/mine.yaml")).toMatch(
      /^# yaml-language-server: \$schema=\.\/hook\.schema\.json\n/,
    );
    expect(JSON.parse(await bed.read(".system/hooks/hook.schema.json"))).toHaveProperty("properties.event_type");
    expect(statSync(join(bed.root, ".system/hooks/handlers/mine.sh")).mode & 0o111).toBe(0o111);
  });

  it("overwrites nothing", async () => {
    const bed = await guarded();
    // A user's file among the guard's is accepted by the next command.
    await bed.put(".system/hooks/handlers/other.sh", "mine");
    await ok(bed.writ(["hooks", "scaffold", "mine", "--event", "Stop"]));
    const before = await bed.snapshot();
    expect(await bed.writ(["hooks", "scaffold", "mine", "--event", "Stop"])).toMatchObject({ code: 2 });
    expect(await bed.writ(["hooks", "scaffold", "other", "--event", "Stop"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("handlers/other.sh is there already"),
    });
    expect(await bed.snapshot()).toEqual(before);
  });

  it.each(["skill_activation_prompt", "post_tool_use_tracker", "session_stop_build_check", "production_guard"])(
    "copies %s with its handler, and the copy works in its place",
    async (id) => {
      const bed = await guarded();
      await ok(bed.writ(["hooks", "scaffold", id, "--from", id]));
      await ok(bed.writ(["trust", "--hook", id, "--yes"]));
      const list = await ok(bed.writ(["hooks", "list"]));
      expect(list).toMatch(new RegExp(`^${id} .*\\.system/hooks/${id}\\.yaml$`, "m"));
      expect(list).toMatch(new RegExp(`^${id} .*replaced.*\\(Writ's own\\)$`, "m"));
      const yaml = await bed.read(`.system/hooks/${id}.yaml`);
      const event = /^event_type: (\w+)$/m.exec(yaml)?.[1] ?? "";
      await bed.put(`.system/hooks/${id}.yaml`, yaml.replace("enabled: false", "enabled: true"));
      await ok(bed.writ(["trust", "--hook", id, "--yes"]));
      const { out } = await bed.writ(["hooks", "run", event, "--hook", id]);
      expect(out).toMatch(new RegExp(`^${id} +ok `, "m"));
      expect(await ok(bed.writ(["hooks", "test", id]))).toContain("1 example, all as expected.");
    },
  );

  it("copies the same hook twice, and says that a copy of one that is off is off", async () => {
    const bed = await guarded();
    for (const id of ["one", "two"]) {
      const out = await ok(bed.writ(["hooks", "scaffold", id, "--from", "session_stop_build_check"]));
      expect(out).toContain(`It is switched off; to switch it on, say enabled: true in .system/hooks/${id}.yaml`);
      await ok(bed.writ(["trust", "--hook", id, "--yes"]));
      expect(await ok(bed.writ(["hooks", "test", id]))).toContain("all as expected");
    }
    expect(await ok(bed.writ(["hooks", "scaffold", "on", "--from", "post_tool_use_tracker"]))).not.toContain(
      "switched off",
    );
  });

  it.each(["SessionStart", "UserPromptSubmit", "PreAbilityCall", "PostAbilityCall", "SessionStop", "SessionEnd"])(
    "shows a match that fits %s",
    async (event) => {
      const bed = await guarded();
      await ok(bed.writ(["hooks", "scaffold", "mine", "--event", event]));
      const yaml = await bed.read(".system/hooks/mine.yaml");
      expect(yaml).toContain("# match:\n");
      await bed.put(".system/hooks/mine.yaml", yaml.replace(/^# (match:)\n# {3}/m, "$1\n  "));
      expect(await ok(bed.writ(["hooks", "validate"]))).toContain("1 hook, all fine.");
    },
  );

  it("says that nothing can be refused where that is so, and writes no example of it", async () => {
    const bed = await guarded();
    const out = await ok(bed.writ(["hooks", "scaffold", "mine", "--event", "SessionStop", "--blocking"]));
    expect(out).toContain("SessionStop cannot be refused, so this is no guard");
    expect(existsSync(join(bed.root, ".system/hooks/examples/mine/refuses.json"))).toBe(false);
    await ok(bed.writ(["trust", "--yes"]));
    await ok(bed.writ(["hooks", "test"]));
  });

  it.each([
    [["../x", "--event", "Stop"], "cannot be the id"],
    [["x"], "Say which event"],
    [["x", "--event", "Never"], "no event"],
    [["x", "--event", "Stop", "--lang", "perl"], "no language"],
    [["x", "--from", "nothing"], "no hook of Writ's own"],
    [["x", "--from", "production_guard", "--blocking"], "A copy has"],
  ])("%j is wrong usage: %s, and nothing is written", async (args, words) => {
    const bed = await guarded();
    expect(await bed.writ(["hooks", "scaffold", ...args])).toMatchObject({
      code: 2,
      err: expect.stringContaining(words),
    });
    expect(existsSync(join(bed.root, ".system"))).toBe(false);
  });

  it("writes nothing through a link that leads out", async () => {
    const bed = await guarded();
    await mkdir(join(bed.root, ".system"));
    await symlink(tmpdir(), join(bed.root, ".system/hooks"));
    const said = await bed.writ(["hooks", "scaffold", "writ_link_probe", "--event", "Stop"]);
    expect(said).toMatchObject({ code: 2, err: expect.stringContaining("leads out") });
    expect(existsSync(join(tmpdir(), "writ_link_probe.yaml"))).toBe(false);
  });
});

describe("writ hooks test", () => {
  it("prints what differs, and ends with 1", async () => {
    const bed = await withTrustedHooks();
    await bed.put(
      ".system/hooks/examples/prompt_hints/good.json",
      '{"context": {}, "expect": {"messages_to_user": ["hello"]}}',
    );
    expect(await ok(bed.writ(["hooks", "test"]))).toBe(
      "ok  .system/hooks/examples/prompt_hints/good.json\n1 example, all as expected.\n",
    );
    await bed.put(
      ".system/hooks/examples/prompt_hints/bad.json",
      '{"context": {}, "expect": {"messages_to_user": ["bye"]}}',
    );
    const { code, out } = await bed.writ(["hooks", "test", "prompt_hints"]);
    expect(code).toBe(1);
    expect(out).toContain('messages_to_user[0]: expected "bye", got "hello"');
    expect(out).toContain("2 examples, 1 not as expected.");
    expect(JSON.parse((await bed.writ(["hooks", "test", "--json"])).out)).toMatchObject({
      ok: false,
      examples: [{ ok: false }, { ok: true }],
    });
  });

  it.each([
    ["{", "not JSON"],
    ['{"context": {"event_type": "SessionEnd"}}', "event_type must be one of SessionStop"],
    ['{"context": {"changed_files": 1}}', "changed_files must be"],
  ])("a broken example fails: %s", async (text, words) => {
    const bed = await withTrustedHooks();
    await bed.put(".system/hooks/examples/stop_check/x.json", text);
    expect(await bed.writ(["hooks", "test"])).toMatchObject({ code: 1, out: expect.stringContaining(words) });
  });

  it("expects that a hook lets an event pass", async () => {
    const bed = await withTrustedHooks();
    const example = (path: string) => `{"context": {"changed_files": ["${path}"]}, "expect": {"runs": false}}`;
    await bed.put(".system/hooks/examples/stop_check/passes.json", example("docs/a.md"));
    await ok(bed.writ(["hooks", "test"]));
    await bed.put(".system/hooks/examples/stop_check/passes.json", example("services/a.ts"));
    expect(await bed.writ(["hooks", "test"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("should not have"),
    });
  });

  it("tries a hook that is switched off too", async () => {
    const bed = await guarded();
    await putHook(bed, "later", "event_type: Stop\nenabled: false\n", "exit 3");
    await ok(bed.writ(["trust", "--hook", "later", "--yes"]));
    await bed.put(".system/hooks/examples/later/x.json", '{"context": {}}');
    expect(await bed.writ(["hooks", "test"])).toMatchObject({ code: 1, out: expect.stringContaining("it failed: ") });
  });

  it("says when there is nothing to test", async () => {
    const bed = await withHooks();
    expect(await ok(bed.writ(["hooks", "test"]))).toContain("No hook has examples");
    expect(await bed.writ(["hooks", "test", "stop_check"])).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /\{"context": \{"event_type":"SessionStop"\}\}.*writ hooks run SessionStop --hook stop_check/s,
      ),
    });
    expect(await json(bed.writ(["hooks", "test", "--json"]))).toEqual({ ok: true, examples: [] });
  });
});

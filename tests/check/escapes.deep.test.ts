import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { folder, hasTerminal } from "../scenarios/cli-bed.ts";
import { startAgent } from "../scenarios/harness.ts";
import { cloneOf, intents, ledgerFile, ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const observe = "mode: observe\n";
const byScript = "assurance: {sensitive: script}\n";
const body = `${Array.from({ length: 12 }, (_, at) => `export const number${at} = "value ${at}";`).join("\n")}\n`;
const intentsFile = ".orchestration/active_intents.yaml";

describe("an agent's lines are told", () => {
  /** An agent without an intent writes a file. */
  const written = async () => {
    const work = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
    await startAgent(work.bed).session("s-2").write("src/billing/x.ts", body);
    return work;
  };
  const expected = ["no-intent", "not-enforced"];

  it("from a file that was moved after its commit", async () => {
    const { bed, commit, report } = await written();
    commit();
    bed.git("mv", "src/billing/x.ts", "src/billing/y.ts");
    commit("moved");
    const found = await report();
    expect(rulesOf(found)).toEqual(expected);
    expect(ofRule(found, "no-intent")).toMatchObject([{ path: "src/billing/y.ts", lines: [[1, 12]] }]);
  });

  it("from a file that was moved before it", async () => {
    const { bed, commit, report } = await written();
    renameSync(join(bed.root, "src/billing/x.ts"), join(bed.root, "src/billing/y.ts"));
    commit();
    expect(rulesOf(await report())).toEqual(expected);
  });

  it("from another file that they were moved into", async () => {
    const { bed, commit, report } = await written();
    commit();
    await bed.put("src/billing/old.ts", `a\n${body}`);
    rmSync(join(bed.root, "src/billing/x.ts"));
    commit("moved");
    const found = await report();
    expect(ofRule(found, "no-intent")).toMatchObject([{ path: "src/billing/old.ts", lines: [[2, 13]] }]);
  });

  describe("from a file that has no lines for git", () => {
    const binary = `// \0\n${body}`;
    const [x, y] = ["src/billing/x.js", "src/billing/y.js"] as const;
    const holding = async (text: string) => {
      const work = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
      await startAgent(work.bed).session("s-2").write(x, text);
      return work;
    };

    it.each<[string, string, (work: Awaited<ReturnType<typeof holding>>) => Promise<void>]>([
      [
        "which was moved before its commit",
        binary,
        async ({ bed }) => renameSync(join(bed.root, x), join(bed.root, y)),
      ],
      [
        "which was moved after it",
        binary,
        async ({ bed, commit }) => {
          commit();
          bed.git("mv", x, y);
        },
      ],
      [
        "since a person made it so, under another name",
        body,
        async ({ bed }) => {
          rmSync(join(bed.root, x));
          await bed.put(y, binary);
        },
      ],
    ])("%s", async (_, text, move) => {
      const work = await holding(text);
      await move(work);
      work.commit("moved");
      const found = await work.report();
      expect(rulesOf(found)).toEqual(expected);
      expect(ofRule(found, "no-intent")).toMatchObject([{ path: y }]);
    });
  });

  describe("from a file whose lines are not followed, which was moved and changed", () => {
    const [x, y, z] = ["src/billing/x.js", "src/billing/y.js", "src/billing/z.js"] as const;
    const huge = Array.from({ length: 100_001 }, (_, at) => `export const v${at} = ${at};\n`).join("");
    const kinds: [string, Buffer][] = [
      ["no UTF-8", Buffer.from(`// gr\u00fc\u00df\n${body}`, "latin1")],
      ["binary", Buffer.from(`// \0\n${body}`)],
      ["too long", Buffer.from(huge)],
    ];
    const holding = async (bytes: Buffer) => {
      const work = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
      const content = bytes.toString("latin1");
      const write = () => writeFileSync(join(work.bed.root, x), bytes);
      await startAgent(work.bed)
        .session("s-2")
        .call("Write", { file_path: join(work.bed.root, x), content }, write);
      return work;
    };
    const changed = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from("// a person's\n")]);

    it.each(kinds)("after its commit: %s", async (_, bytes) => {
      const { bed, commit, report } = await holding(bytes);
      commit();
      bed.git("mv", x, y);
      writeFileSync(join(bed.root, y), changed(bytes));
      commit("moved");
      bed.git("mv", y, z);
      commit("again");
      const found = await report();
      expect(found.ok).toBe(false);
      expect(ofRule(found, "no-intent")).toMatchObject([{ path: z }]);
    });

    it.each(kinds)("before its commit, and changed after it: %s", async (_, bytes) => {
      const { bed, commit, report } = await holding(bytes);
      renameSync(join(bed.root, x), join(bed.root, y));
      commit();
      writeFileSync(join(bed.root, y), changed(bytes));
      commit("changed");
      const found = await report();
      expect(ofRule(found, bytes.includes(0) ? "no-intent" : "unknown-author")).toMatchObject([{ path: y }]);
    });

    it.each(kinds)("and may be told where both came before its commit: %s", async (_, bytes) => {
      const { bed, commit, report } = await holding(bytes);
      renameSync(join(bed.root, x), join(bed.root, y));
      writeFileSync(join(bed.root, y), changed(bytes));
      commit();
      expect(ofRule(await report(), "unknown-author")).toMatchObject([
        { path: null, message: expect.stringContaining(x) },
      ]);
    });
  });

  it("from a file with a name that has no safe reading, where nothing is refused", async () => {
    const names = ["con", "a~1", "a::b", "a`b", "a\\b", "a\u200bb"].map((name) => `src/billing/${name}.ts`);
    const { bed, commit, report } = await startWork({ "src/billing/old.ts": "a\n" }, { config: observe });
    const [free, owner] = [startAgent(bed).session("s-2"), startAgent(bed).session("s-3")];
    await owner.select("INT-002");
    for (const [at, name] of names.entries())
      await (at % 2 === 0 ? free : owner).write(name, body.replaceAll("value", `v${at}`));
    commit();
    const found = await report();
    const told = (rule: "stray" | "not-enforced") => ofRule(found, rule).map(({ path }) => path);
    expect(told("stray")).toEqual(names.filter((_, at) => at % 2 === 0).sort());
    expect(told("not-enforced")).toEqual(names.filter((_, at) => at % 2 === 1).sort());
    expect(found.summary.lines).toMatchObject({ human: 0, ai: 36, unknown: 36 });
  });

  it("from a file with a name that is no text", async () => {
    const { bed, claude, commit, report, check } = await startWork({ "src/billing/a.ts": "1\n" }, { config: observe });
    const odd = Buffer.concat([Buffer.from(`${bed.root}/src/billing/u`), Buffer.from([0xff]), Buffer.from(".ts")]);
    await claude.bash("npm run gen", () => {
      writeFileSync(odd, body);
      writeFileSync(join(bed.root, "src/billing/plain.ts"), body);
    });
    commit();
    expect((await report()).findings.map(({ path }) => path)).toContain("src/billing/u\udcff.ts");
    const { code, err, out } = await check(["origin/main..HEAD", "--format", "sarif"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out).toContain('"src/billing/u%FF.ts"');
  });
});

describe("what a command left out of its scope is told of a file that was moved", () => {
  const [from, to] = ["src/billing/gen.ts", "src/billing/other.ts"] as const;
  const strayed = async () => {
    const files = { "src/billing/old.ts": "x\n", "package.json": '{"scripts":{"gen":"true"}}\n' };
    const work = await startWork(files);
    await work.claude.bash("npm run gen", () => writeFileSync(join(work.bed.root, from), body));
    return work;
  };
  type Work = Awaited<ReturnType<typeof strayed>>;

  it.each<[string, (work: Work) => void]>([
    ["before its commit", ({ bed }) => renameSync(join(bed.root, from), join(bed.root, to))],
    [
      "after it",
      ({ bed, commit }) => {
        commit();
        bed.git("mv", from, to);
      },
    ],
  ])("%s", async (_, move) => {
    const work = await strayed();
    move(work);
    work.commit("moved");
    const found = await work.report();
    expect(rulesOf(found)).toEqual(["stray", "unknown-author"]);
    expect(ofRule(found, "stray")).toMatchObject([{ path: to, severity: "error" }]);
    expect(found.summary.lines).toMatchObject({ human: 0, unknown: 12 });
  });

  it.each<[string, (work: Work) => Promise<void>]>([
    [
      "after its commit, and changed",
      async ({ bed, commit }) => {
        commit();
        bed.git("mv", from, to);
        await bed.put(to, `${body}// a person's\n`);
      },
    ],
    [
      "twice, and changed",
      async ({ bed, commit }) => {
        commit();
        bed.git("mv", from, "src/billing/between.ts");
        commit("one");
        bed.git("mv", "src/billing/between.ts", to);
        commit("two");
        await bed.put(to, `${body}// a person's\n`);
      },
    ],
    [
      "before its commit, and changed after it",
      async ({ bed, commit }) => {
        renameSync(join(bed.root, from), join(bed.root, to));
        commit();
        await bed.put(to, `${body}// a person's\n`);
      },
    ],
  ])("%s", async (_, move) => {
    const work = await strayed();
    await move(work);
    work.commit("moved");
    const found = await work.report();
    expect(found.ok).toBe(false);
    expect(rulesOf(found)).toEqual(["stray", "unknown-author"]);
    expect(ofRule(found, "stray")).toMatchObject([{ path: to, severity: "error" }]);
  });

  it("and was the base's before", async () => {
    const files = { [from]: body, "package.json": '{"scripts":{"gen":"true"}}\n' };
    const { bed, claude, commit, report } = await startWork(files);
    const more = `${body}export const built = byCommand(2);\n`;
    await claude.bash("npm run gen", () => writeFileSync(join(bed.root, from), more));
    commit();
    bed.git("mv", from, to);
    await bed.put(to, `${more}// a person's\n`);
    commit("moved");
    const found = await report();
    expect(ofRule(found, "stray")).toMatchObject([{ path: to }]);
    expect(ofRule(found, "unknown-author")).toMatchObject([{ path: to, lines: [[13, 14]] }]);
  });

  it("or may be, where nobody can know it again", async () => {
    const { bed, commit, report } = await strayed();
    renameSync(join(bed.root, from), join(bed.root, to));
    await bed.put(to, `${body}// a person's\n`);
    commit();
    expect(ofRule(await report(), "unknown-author")).toMatchObject([
      { path: null, severity: "warn", message: expect.stringContaining(from) },
    ]);
  });

  it("and is not where a person took it back before they moved it", async () => {
    const files = { [from]: body, "package.json": '{"scripts":{"gen":"true"}}\n' };
    const { bed, claude, commit, report } = await startWork(files);
    await claude.bash("npm run gen", () => writeFileSync(join(bed.root, from), "other\n"));
    bed.git("checkout", "--", from);
    bed.git("mv", from, to);
    commit("moved");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("and not of another file that holds the same", async () => {
    const { bed, commit, report } = await strayed();
    await bed.put(to, body);
    commit();
    expect(ofRule(await report(), "stray")).toMatchObject([{ path: from }]);
  });
});

describe("what an agent took out", () => {
  it("is told also where a person added a line", async () => {
    const files = { "src/billing/a.ts": "one\nif (!allowed) throw 1;\nthree\n" };
    const { bed, claude, commit, report } = await startWork(files, { config: observe });
    await claude.read("src/billing/a.ts");
    await claude.edit("src/billing/a.ts", "if (!allowed) throw 1;\n", "");
    await bed.put("src/billing/a.ts", "one\nthree\n// a person's\n");
    commit();
    expect(ofRule(await report(), "out-of-scope")).toMatchObject([{ path: "src/billing/a.ts", lines: [] }]);
  });

  it("is told of a file whose lines are not followed", async () => {
    const big = Array.from({ length: 100_100 }, (_, at) => `line ${at}\n`).join("");
    const { claude, commit, report } = await startWork({ "src/billing/big.ts": big }, { config: observe });
    await claude.read("src/billing/big.ts");
    await claude.edit("src/billing/big.ts", "line 5000\n", "evil()\n");
    commit();
    expect(ofRule(await report(), "out-of-scope")).toMatchObject([{ path: "src/billing/big.ts" }]);
  });
});

describe("a sidecar", () => {
  it("that a change puts above another is part of the guard", async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const put = async (path: string, text: string) => {
      await bed.put(path, text);
      bed.git("add", "--all");
      bed.git("commit", "--quiet", "--message", path);
    };
    await bed.put("app/.claude/settings.json", "{}\n");
    await put("app/.orchestration/active_intents.yaml", intents);
    bed.git("switch", "--quiet", "--create", "feature");
    await put("app/.claude/settings.json", '{ "hooks": "gone" }\n');
    await put(intentsFile, intents);
    const check = async () => (await bed.writ(["check", "main..HEAD", "--json"], { cwd: join(bed.root, "app") })).out;
    const found = JSON.parse(await check());
    expect(found.ok).toBe(false);
    expect(ofRule(found, "protected-path").map(({ path }) => path)).toContain("app/.claude/settings.json");
    rmSync(join(bed.root, "app/.orchestration"), { recursive: true });
    await put("other.txt", "x\n");
    expect(await check()).toContain("app/.orchestration/active_intents.yaml was moved away");
  });

  it("that a change takes from above another is missed", async () => {
    const { bed, commit } = await startWork();
    bed.git("rm", "--quiet", "-r", ".orchestration");
    mkdirSync(join(bed.root, "app"));
    await bed.put("app/.orchestration/active_intents.yaml", intents);
    commit();
    const { out, code } = await bed.writ(["check", "main..HEAD"], { cwd: join(bed.root, "app") });
    expect(code).toBe(1);
    expect(out).toContain(".orchestration/.gitignore was deleted");
  });
});

describe("nobody accepts for themselves", () => {
  const quick = '    quick: {expires_at: "2030-01-01T00:00:00Z", max_files: 5, max_lines: 200}\n';
  const proposal = `${intents}  - id: INT-009\n    name: All\n    status: PROPOSED\n    owned_scope: ["**"]\n`;
  const limited = intents.replace('["src/auth/**"]\n', `["src/auth/**"]\n${quick}`);

  it.each([
    ["a proposal", proposal, proposal.replace("PROPOSED", "IN_PROGRESS"), "was only proposed, and now owns **"],
    ["an end to quick limits", limited, intents, "without the limits of a quick intent"],
    ["wider quick limits", limited, limited.replace("max_files: 5", "max_files: 500"), "wider limits"],
    [
      "work that was done",
      intents.replace("IN_PROGRESS", "COMPLETE"),
      intents,
      "may do more since this change: work on it",
    ],
    ["work that was stopped", intents.replace("IN_PROGRESS", "BLOCKED"), intents, "work on it, which was closed"],
    ["more scope", intents, intents.replace("src/auth/**", "**"), "may do more since this change: **"],
  ])("%s", async (_, before, now, words) => {
    const { bed, commit, report } = await startWork({}, { intents: before, config: byScript });
    await bed.put(intentsFile, now);
    commit();
    const found = await report();
    expect(ofRule(found, "scope-unapproved").map(({ message }) => message)).toEqual([expect.stringContaining(words)]);
    expect(found.ok).toBe(false);
    await bed.put(intentsFile, `# agreed\n${now}`);
    await ok(bed.writ(["approve", "--file", intentsFile, "--yes"]));
    commit("agreed");
    expect(rulesOf(await report())).toEqual(["scope-widened"]);
    // Users go on writing into the file; it is what intents may do that was agreed to. An agent is at work, hence the alarm.
    await bed.put(intentsFile, `# agreed, and once more\n${now}`);
    commit("more words");
    expect(rulesOf(await report())).toEqual(["open-alarm", "scope-widened"]);
  });

  it("and what a person opens again goes out with the file", async () => {
    const { bed, commit, report } = await startWork({}, { intents: intents.replace("IN_PROGRESS", "COMPLETE") });
    await ok(bed.writ(["intent", "reopen", "INT-001"]));
    commit();
    expect(rulesOf(await report())).toEqual(["scope-widened"]);
  });

  it("and what a person adds goes out with the file", async () => {
    const { bed, commit, report } = await startWork();
    await ok(bed.writ(["intent", "add", "--name", "Docs", "--scope", "docs/**"]));
    commit();
    expect(rulesOf(await report())).toEqual(["scope-widened"]);
  });
});

describe("a person's word", () => {
  it("for the intents is not for those that come after", async () => {
    const { bed, commit, report } = await startWork({}, { config: byScript });
    await bed.put(intentsFile, intents.replace("src/billing/**", "src/bill/**"));
    await ok(bed.writ(["approve", "--file", intentsFile, "--yes"]));
    commit();
    expect((await report()).ok).toBe(true);
    await bed.put(intentsFile, intents.replace("src/auth/**", "**"));
    commit("wider");
    expect(ofRule(await report(), "scope-unapproved")).toMatchObject([{ intent: "INT-001", severity: "error" }]);
  });

  it("for a config is not for the next one", async () => {
    const { bed, commit, report } = await startWork({}, { config: byScript });
    await bed.put(".orchestration/config.yaml", `${byScript}ticket_minutes: 600\n`);
    await ok(bed.writ(["trust", "--yes"]));
    commit();
    expect((await report()).ok).toBe(true);
    await bed.put(".orchestration/config.yaml", `${byScript}mode: observe\n`);
    commit("looser");
    expect(rulesOf(await report())).toEqual(["changed-after-approval", "open-alarm"]);
  });

  it("for where a file went is none for where it is missing", async () => {
    const { bed, commit, report } = await startWork({ ".claude/settings.json": body }, { config: byScript });
    mkdirSync(join(bed.root, "docs"));
    bed.git("mv", ".claude/settings.json", "docs/example.json");
    await ok(bed.writ(["approve", "--file", "docs/example.json", "--yes"]));
    commit();
    expect(ofRule(await report(), "protected-path")).toHaveLength(1);
    await ok(bed.writ(["approve", "--file", ".claude/settings.json", "--yes"]));
    await bed.put("other.txt", "x\n");
    await ok(bed.writ(["publish", "--all"]));
    commit("agreed");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("is for what git keeps, whatever the line ends here", async () => {
    const { bed, commit, report } = await startWork(
      { ".gitattributes": "*.json text eol=crlf\n" },
      { config: byScript },
    );
    await bed.put(".mcp.json", '{ "mcpServers": {} }\r\n');
    await ok(bed.writ(["approve", "--file", ".mcp.json", "--yes"]));
    commit();
    expect(rulesOf(await report())).toEqual([]);
  });

  it.runIf(hasTerminal)("is given to what is shown: a new file, and one that attributes hide", async () => {
    const { bed } = await startWork({ ".claude/settings.json": "{}\n" });
    await bed.put(".gitattributes", "*.json -diff\n");
    await bed.put(".mcp.json", '{ "new": 1 }\n');
    await bed.put(".claude/settings.json", '{ "hidden": 2 }\n');
    bed.git("update-index", "--assume-unchanged", ".claude/settings.json");
    const files = ["--file", ".mcp.json", "--file", ".claude/settings.json"];
    const { out } = await bed.writOnTerminal(["approve", ...files], [["as you want", "y"]]);
    expect(out).toContain('+{ "new": 1 }');
    expect(out).toContain("-{}");
    expect(out).toContain('+{ "hidden": 2 }');
    expect(out).toContain("Are these 2 files as you want them?");
  });
});

describe("what runs the check", () => {
  it.each([
    ...[".github/workflows/writ.yml", "action/check.mjs", ".npmrc", ".gitlab-ci.yml", ".teamcity/settings.kts"],
    ...[".semaphore/semaphore.yml", "buildspec.yml", "codefresh.yml", ".harness/pipeline.yaml", ".appveyor.yml"],
    ...["bamboo-specs/bamboo.yml", ".taskcluster.yml", "evergreen.yml", ".packit.yaml", ".ado/pr.yml", ".asf.yaml"],
    ...["ci_scripts/ci_post_clone.sh", ".onedev-buildspec.yml"],
    ...[".azure-pipelines/pr.yml", "eng/pipelines/pr.yml", "CODEOWNERS", "docs/CODEOWNERS", ".github/CODEOWNERS"],
  ])("%s changes with a person's word only", async (path) => {
    const { bed, commit, report } = await startWork({ [path]: "one\n" }, { config: byScript });
    await bed.put(path, "two\n");
    commit();
    expect(ofRule(await report(), "gate-changed")).toMatchObject([{ path, severity: "error" }]);
    await bed.put(path, "three\n");
    await ok(bed.writ(["approve", "--file", path, "--yes"]));
    commit("agreed");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("and what it looks for too", async () => {
    const { bed, commit, report } = await startWork({}, { config: byScript });
    await bed.put(".orchestration/config.yaml", `${byScript}check: {rules: {no-intent: off}, ignore: ['**']}\n`);
    commit();
    const found = await report();
    expect(found.ok).toBe(false);
    expect(ofRule(found, "gate-loosened")[0]?.message).toContain("no-intent from error to off; ignore **");
    await bed.put(".orchestration/config.yaml", `${byScript}check: {rules: {no-intent: off}}\n`);
    await ok(bed.writ(["trust", "--yes"]));
    commit("agreed");
    expect(await report()).toMatchObject({ ok: true, findings: [{ rule: "gate-loosened", severity: "note" }] });
  });

  it("does not blame a change for what was tightened since it left", async () => {
    const { bed, commit, report } = await startWork();
    await bed.put(".orchestration/config.yaml", "lock: strict\n");
    commit();
    bed.git("switch", "--quiet", "main");
    await bed.put(".orchestration/config.yaml", "check: {rules: {pause: error}}\n");
    await bed.put(intentsFile, intents.replace("src/billing/**", "src/billing/core/**"));
    bed.git("commit", "--quiet", "--no-verify", "--all", "--message", "tighter");
    bed.git("switch", "--quiet", "feature");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });
});

describe("an empty comparison is no check", () => {
  it("of a shallow clone, of a push, or of what is merged already", async () => {
    const { bed, commit } = await startWork();
    await bed.put("a.txt", "x\n");
    const id = commit();
    const shallow = await folder();
    shallow.git("clone", "--quiet", "--depth", "1", "--branch", "feature", `file://${bed.root}`, ".");
    expect(await shallow.writ(["check"])).toMatchObject({ code: 2, err: expect.stringContaining("shallow") });
    const clone = await cloneOf(bed);
    for (const env of [
      { DRONE_TARGET_BRANCH: "feature" },
      { CI_COMMIT_BEFORE_SHA: id },
      { CI_COMMIT_BEFORE_SHA: id, CI_COMMIT_BRANCH: "feature", CI_DEFAULT_BRANCH: "main" },
    ])
      expect(JSON.parse((await clone.writ(["check", "--json"], { env })).out).summary.files).toBe(1);
    clone.git("switch", "--quiet", "main");
    expect(await clone.writ(["check"])).toMatchObject({ code: 2, err: expect.stringContaining("nothing to compare") });
    for (const range of ["main..main", "HEAD..HEAD", "origin/feature..main"])
      expect(await clone.writ(["check", range])).toMatchObject({ code: 2, err: expect.stringContaining("nothing to") });
  });

  it("of a push whose commit before is gone: the main branch is what it goes into", async () => {
    const { bed, commit } = await startWork();
    await bed.put("a.txt", "x\n");
    commit();
    const clone = await cloneOf(bed);
    const event = join(await scratch(), "event.json");
    const repository = { default_branch: "main" };
    writeFileSync(event, JSON.stringify({ before: "1".repeat(40), ref: "refs/heads/feature", repository }));
    const { out } = await clone.writ(["check", "--json"], { env: { GITHUB_EVENT_PATH: event } });
    expect(JSON.parse(out).summary.files).toBe(1);
  });
});

const scratch = async (): Promise<string> => (await folder()).root;

it("records in a link are none", async () => {
  const { bed, claude, commit } = await startWork();
  await claude.write("src/auth/login.ts", "export const login = 2;\n");
  commit();
  bed.git("branch", "--quiet", "--force", "main", "feature");
  const file = ledgerFile(bed, "main");
  bed.git("update-index", "--cacheinfo", `120000,${bed.git("rev-parse", `HEAD:${file}`)},${file}`);
  bed.git("commit", "--quiet", "--no-verify", "--message", "link");
  const { code, out } = await bed.writ(["check", "main..HEAD"]);
  expect(code).toBe(1);
  expect(out).toContain("It is no plain file any more (120000).");
});

import { createWrit } from "@writ/runtime";
import { describe, expect, it, onTestFinished } from "vitest";
import { guarded, hasTerminal, json, ok, repository } from "./cli-bed.ts";

describe("writ intent add", () => {
  it("takes id, name and scopes, as scripts rely on", async () => {
    const bed = await guarded();
    await ok(
      bed.writ([
        "intent",
        "add",
        "--id",
        "INT-042",
        "--name",
        "Invoices",
        "--scope",
        "src/billing/**",
        "--scope",
        "!src/billing/tax/**",
      ]),
    );
    expect(await json(bed.writ(["intent", "list", "--json"]))).toContainEqual({
      id: "INT-042",
      name: "Invoices",
      status: "PENDING",
      owned_scope: ["src/billing/**", "!src/billing/tax/**"],
      constraints: [],
      acceptance_criteria: [],
      related_files: [],
      recent_history: [],
    });
  });

  it("finds an id by itself", async () => {
    const bed = await guarded();
    expect(await json(bed.writ(["intent", "add", "--name", "Next", "--scope", "a/**", "--json"]))).toMatchObject({
      id: "INT-002",
    });
  });

  it("makes a quick intent that ends by itself", async () => {
    const bed = await guarded();
    const added = await json(bed.writ(["intent", "add", "--quick", "--scope", "README.md", "--hours", "2", "--json"]));
    expect(added).toMatchObject({ name: "Quick: README.md", quick: { max_files: 5, max_lines: 200 } });
    expect(await bed.writ(["intent", "add", "--quick", "--scope", "a", "--hours", "99"])).toMatchObject({ code: 2 });
  });

  it.each([
    [["--scope", "a"], "--name NAME is missing"],
    [["--name", "A"], "--scope GLOB is missing"],
    [["--name", "A", "--scope", ""], "it is empty"],
    [["--name", "A", "--scope", "/etc/**"], "it is absolute"],
    [["--name", "A", "--scope", "src/{a,b"], "has no partner"],
    [["--name", "A", "--scope", "!src/**"], "only takes files out"],
    [["--name", "A", "--scope", "a", "--hours", "2"], "--hours is for quick intents"],
  ])("says what is missing or wrong: %j", async (args, said) => {
    const bed = await guarded();
    expect(await bed.writ(["intent", "add", ...args])).toMatchObject({ code: 2, err: expect.stringContaining(said) });
    expect(await json(bed.writ(["intent", "list", "--json"]))).toHaveLength(1);
  });

  it("refuses an id that is taken", async () => {
    const bed = await guarded();
    const { code } = await bed.writ(["intent", "add", "--id", "INT-001", "--name", "Again", "--scope", "b"]);
    expect(code).not.toBe(0);
    expect(await json(bed.writ(["intent", "list", "--json"]))).toHaveLength(1);
  });

  it.runIf(hasTerminal)("asks on a terminal", async () => {
    const bed = await guarded();
    const { code } = await bed.writOnTerminal(
      ["intent", "add"],
      [
        ["What is to be done?", "Invoices\r"],
        ["Which files", "src/billing/** docs/billing.md\r"],
        ["Any rule", "Keep totals; Keep names\r"],
        ["When is it done", "\r"],
      ],
    );
    expect(code).toBe(0);
    expect(await json(bed.writ(["intent", "show", "INT-002", "--json"]))).toMatchObject({
      name: "Invoices",
      owned_scope: ["src/billing/**", "docs/billing.md"],
      constraints: ["Keep totals", "Keep names"],
      acceptance_criteria: [],
    });
  });
});

describe("the other intent commands", () => {
  it("edit, close and reopen", async () => {
    const bed = await guarded();
    await ok(
      bed.writ([
        "intent",
        "edit",
        "INT-001",
        "--name",
        "Log in",
        "--add-scope",
        "docs/**",
        "--remove-scope",
        "src/auth/**",
      ]),
    );
    expect(await json(bed.writ(["intent", "show", "INT-001", "--json"]))).toMatchObject({
      name: "Log in",
      owned_scope: ["docs/**"],
    });
    for (const [verb, status] of [
      ["done", "COMPLETE"],
      ["reopen", "IN_PROGRESS"],
      ["block", "BLOCKED"],
    ] as const) {
      expect(await json(bed.writ(["intent", verb, "INT-001", "--json"]))).toMatchObject({ status });
    }
  });

  it("add and edit say what an intent has got and lost", async () => {
    const bed = await guarded();
    const added = ["--criterion", "It works", "--run", "npm test", "--depends-on", "INT-001", "--constraint", "Small"];
    expect(await ok(bed.writ(["intent", "add", "--name", "B", "--scope", "src/b/**", ...added]))).toContain(
      "  constraint: Small\n  criterion: It works\n  command: npm test\n  dependency: INT-001\n",
    );
    const edits = [
      "--name",
      "C",
      "--add-run",
      "npm run lint",
      "--remove-criterion",
      "npm test",
      "--add-scope",
      "docs/**",
    ];
    expect(await ok(bed.writ(["intent", "edit", "INT-002", ...edits, "--remove-dependency", "INT-001"]))).toBe(
      [
        "Changed INT-002. It may change: src/b/**  docs/**",
        "  new name: C",
        "  added scope: docs/**",
        "  added command: npm run lint",
        "  removed command: npm test",
        "  removed dependency: INT-001",
        "",
      ].join("\n"),
    );
  });

  it("close and reopen are on record, with who did it", async () => {
    const bed = await guarded();
    for (const verb of ["done", "done", "reopen", "reopen", "block"]) await ok(bed.writ(["intent", verb, "INT-001"]));
    const log = (await ok(bed.writ(["log", "--json"]))).trim().split("\n");
    const records = log.map((line) => JSON.parse(line)).filter(({ decision }) => decision !== "accepted");
    expect(records.map(({ decision, reason }) => [decision, reason])).toEqual([
      ["closed", "COMPLETE"],
      ["reopened", "IN_PROGRESS"],
      ["closed", "BLOCKED"],
    ]);
    for (const record of records)
      expect(record).toMatchObject({ intent: "INT-001", by: expect.stringMatching(/^p-/), assurance: "script" });
  });

  it("open nothing that is only proposed: that is what accept is for", async () => {
    const bed = await guarded();
    const proposed = "active_intents:\n  - id: INT-009\n    name: a\n    status: PROPOSED\n    owned_scope: [src/**]\n";
    await bed.put(".orchestration/active_intents.yaml", proposed);
    for (const verb of ["reopen", "done", "block"]) {
      expect(await bed.writ(["intent", verb, "INT-009"])).toMatchObject({
        code: 1,
        err: expect.stringContaining("writ intent accept INT-009"),
      });
    }
    expect(await bed.read(".orchestration/active_intents.yaml")).toBe(proposed);
  });

  it.each([
    [["--add-scope", "src/[a"], 2, "has no partner"],
    [["--add-scope", "!src/auth/old/**"], 0, "Changed INT-001"],
    [["--add-scope", "!src/x", "--remove-scope", "src/auth/**"], 2, "only takes files out"],
    [["--add-scope", "src/auth/**"], 0, "Nothing to change"],
  ])("edit checks a scope before it is written: %j", async (args, code, said) => {
    const bed = await guarded();
    const { code: given, out, err } = await bed.writ(["intent", "edit", "INT-001", ...args]);
    expect({ given, text: out + err }).toEqual({ given: code, text: expect.stringContaining(said) });
  });

  it("tell which intents there are when one is not", async () => {
    const bed = await guarded();
    for (const verb of ["show", "edit", "done", "select"]) {
      const { code, err } = await bed.writ(["intent", verb, "INT-404"]);
      expect(code).toBe(1);
      expect(err).toContain("Available: INT-001");
    }
  });

  it("validate with line numbers", async () => {
    const bed = await guarded();
    expect(await bed.writ(["intent", "validate"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("Sound: 1 intent."),
    });
    await bed.put(
      ".orchestration/active_intents.yaml",
      "active_intents:\n  - id: A\n    name: a\n    owned_scope: [x]\n  - id: A\n    name: b\n    owned_scope: [y]\n",
    );
    const { code, out } = await bed.writ(["intent", "validate"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^\.orchestration\/active_intents\.yaml:\d+: error: .*A/m);
    await bed.put(".orchestration/active_intents.yaml", "active_intents: [\n");
    expect(await bed.writ(["intent", "validate"])).toMatchObject({ code: 1, out: expect.stringContaining("error") });
    expect(await bed.writ(["intent", "list"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("SIDECAR_INVALID"),
    });
  });

  it("propose, which grants nothing, and accept, which does", async () => {
    const bed = await guarded();
    const proposing = ["intent", "propose", "--name", "Limits", "--scope", "src/http/**", "--reason", "brute force"];
    expect(await json(bed.writ([...proposing, "--json"]))).toEqual({ id: "PROPOSAL-1", proposed: true });
    expect(await json(bed.writ(["intent", "list", "--json"]))).toHaveLength(1);
    expect(await bed.writ(proposing.slice(0, -2))).toMatchObject({ code: 2, err: expect.stringContaining("--reason") });
    expect(
      await bed.writ(["intent", "propose", "--name", "All", "--scope", "../**", "--reason", "why not"]),
    ).toMatchObject({ code: 2, err: expect.stringContaining("it climbs") });

    expect(await bed.writ(["intent", "accept", "PROPOSAL-1"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("terminal"),
    });
    expect(await bed.writ(["intent", "accept", "PROPOSAL-1", "--yes"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("assurance.expansion"),
    });
    await bed.put(".orchestration/config.yaml", "assurance:\n  expansion: script\n");
    await ok(bed.writ(["trust", "--yes"]));
    expect(await json(bed.writ(["intent", "accept", "PROPOSAL-1", "--yes", "--json"]))).toMatchObject({
      id: "INT-002",
      name: "Limits",
    });
    expect(await bed.writ(["intent", "accept", "PROPOSAL-1", "--yes"])).toMatchObject({ code: 1 });
    const records = (await ok(bed.writ(["log", "--json"])))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(records.at(-1)).toMatchObject({
      kind: "decision",
      decision: "accepted",
      intent: "INT-002",
      assurance: "script",
      by: expect.stringMatching(/^p-/),
    });
  });

  it.runIf(hasTerminal)("accept asks on a terminal", async () => {
    const bed = await guarded();
    await ok(
      bed.writ([
        "intent",
        "propose",
        "--id",
        "INT-007",
        "--name",
        "Limits",
        "--scope",
        "src/http/**",
        "--reason",
        "why not",
      ]),
    );
    expect(await bed.writOnTerminal(["intent", "accept", "INT-007"], [["Accept it?", "n"]])).toMatchObject({ code: 1 });
    expect(await bed.writOnTerminal(["intent", "accept", "INT-007"], [["Accept it?", "y"]])).toMatchObject({ code: 0 });
    expect(await json(bed.writ(["intent", "show", "INT-007", "--json"]))).toMatchObject({
      name: "Limits",
      status: "PENDING",
    });
  });

  it("select binds a session that is known, and explains itself otherwise", async () => {
    const bed = await guarded();
    expect(await bed.writ(["intent", "select", "INT-001"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--session"),
    });
    const writ = await createWrit(bed.root);
    onTestFinished(() => writ.close());
    await writ.startSession({
      name: "session.start",
      at: new Date().toISOString(),
      session: { id: "s-1", agent: "claude-code" },
      cwd: bed.root,
    });
    const xml = await ok(bed.writ(["intent", "select", "INT-001", "--session", "s-1"]));
    expect(xml).toContain("<intent_context");
    expect((await writ.sessions.read("s-1"))?.intent).toBe("INT-001");
    expect(await json(bed.writ(["intent", "list", "--json"]))).toMatchObject([{ status: "IN_PROGRESS" }]);
    expect(await bed.writ(["intent", "select", "INT-001", "--session", "s-2"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("s-1"),
    });
  });
});

it("does not touch a file it cannot read", async () => {
  const bed = await repository();
  await ok(bed.writ(["init"]));
  await bed.put(".orchestration/active_intents.yaml", "active_intents: [\n");
  expect((await bed.writ(["intent", "add", "--name", "A", "--scope", "b"])).code).toBe(1);
  expect(await bed.read(".orchestration/active_intents.yaml")).toBe("active_intents: [\n");
});

it("writ intent show tells a thing once that is kept in both places", async () => {
  const bed = await guarded();
  const writ = await createWrit(bed.root);
  await writ.state.addHistory("INT-001", ["one", "two", "three"]);
  await writ.intents.flushHistory("INT-001", ["one", "two"]);
  await writ.close();
  const shown = await json(bed.writ(["intent", "show", "INT-001", "--json"]));
  expect(shown).toMatchObject({ recent_history: ["one", "two", "three"] });
});

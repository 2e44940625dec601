import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Bed, command, guarded, hasTerminal, json, ok } from "./cli-bed.ts";
import { decisionsIn, startAgent } from "./harness.ts";

const entry = (criteria: string, more = "") =>
  `active_intents:\n  - id: INT-001\n    name: Login # ours\n    status: IN_PROGRESS\n    owned_scope: [src/auth/**]\n${more}    acceptance_criteria:\n${criteria}`;
const tests = "      - text: The tests pass\n        run: sh test.sh # quick\n";

async function withCriteria(criteria: string, more = ""): Promise<Bed> {
  const bed = await guarded();
  await bed.put(".orchestration/active_intents.yaml", entry(criteria, more));
  await bed.put("test.sh", "echo all fine\n");
  return bed;
}

const done = (bed: Bed, ...args: string[]) => bed.writ(["intent", "done", "INT-001", ...args]);
const last = (bed: Bed) => decisionsIn(bed.root).at(-1);

describe("a criterion's command", () => {
  it("does not run before a person trusted it, and not after it was changed", async () => {
    const bed = await withCriteria("      - run: touch ran\n");
    expect(await done(bed)).toMatchObject({ code: 1, err: expect.stringContaining("writ trust --intent INT-001") });
    expect(await bed.writ(["trust"])).toMatchObject({ code: 2, out: expect.stringContaining("runs:  touch ran") });
    expect(await json(bed.writ(["trust", "--yes", "--json"]))).toEqual({ trusted: [], intents: ["INT-001"] });
    await bed.put(".orchestration/active_intents.yaml", entry("      - run: touch ran anew\n"));
    expect(await done(bed)).toMatchObject({
      code: 1,
      err: expect.stringContaining("changed or added since you trusted"),
    });
    await expect(bed.read("ran")).rejects.toThrow("ENOENT");
    expect(await json(bed.writ(["trust", "--list", "--json"]))).toMatchObject({
      intents: [{ id: "INT-001", state: "changed" }],
    });
    await bed.put(".orchestration/active_intents.yaml", entry("      - run: touch ran\n"));
    await ok(done(bed));
    expect(await bed.read("ran")).toBe("");
  });

  it("is trusted when a person types it, until the trust is taken back", async () => {
    const bed = await guarded();
    await ok(bed.writ(["intent", "edit", "INT-001", "--add-run", "true"]));
    expect(await json(bed.writ(["intent", "list", "--json"]))).toMatchObject([
      { acceptance_criteria: [{ run: "true" }] },
    ]);
    await ok(bed.writ(["trust", "--revoke", "INT-001"]));
    expect((await done(bed)).code).toBe(1);
    await ok(bed.writ(["trust", "--yes"]));
    await ok(done(bed));
  });

  it("that hides something in blanks is shown with all of it", async () => {
    const bed = await withCriteria(`      - run: "npm test${" ".repeat(300)}; rm -rf /"\n`);
    expect((await bed.writ(["trust"])).out).toContain("npm test<300 spaces>; rm -rf /");
  });
});

describe("writ intent done", () => {
  it("runs, writes the evidence down and closes", async () => {
    const bed = await withCriteria(`${tests}      - It works\n`);
    await ok(bed.writ(["trust", "--yes"]));
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "work");
    const said = await ok(done(bed, "--confirm-all"));
    expect(said).toMatch(/1\. sh test\.sh: passed \(.*\)\n2\. It works: confirmed\nINT-001 is COMPLETE now/);
    expect(last(bed)).toMatchObject({
      decision: "closed",
      reason: "COMPLETE",
      by: expect.stringMatching(/^p-/),
      evidence: {
        revision: bed.git("rev-parse", "HEAD"),
        dirty: false,
        checks: [
          { outcome: "passed", exit_code: 0, output: expect.stringMatching(/^sha256:/) },
          { outcome: "confirmed" },
        ],
      },
    });
    const file = await bed.read(".orchestration/active_intents.yaml");
    expect(file).toBe(entry(`${tests}      - It works\n`).replace("IN_PROGRESS", "COMPLETE"));
    expect(await bed.read("AGENT.md")).toContain("[completion] INT-001 was completed");
    expect(await json(bed.writ(["intent", "show", "INT-001", "--json"]))).toMatchObject({
      acceptance_criteria: [{ text: "The tests pass", run: "sh test.sh" }, "It works"],
      evidence: { closed: true, checks: [{ outcome: "passed" }, { outcome: "confirmed" }] },
      steps: [{ decision: "accepted" }, { decision: "closed" }],
    });
  });

  it("refuses on failure, shows what was printed, and leaves a lesson without it", async () => {
    const bed = await withCriteria(tests);
    await bed.put("test.sh", "echo 'secret \u001b[2J'; exit 3\n");
    await ok(bed.writ(["trust", "--yes"]));
    const { code, out, err } = await done(bed);
    expect(code).toBe(1);
    expect(out).toMatch(/1\. sh test\.sh: failed \(exit code 3, .*\)\n {3}\| secret \\e\[2J/);
    expect(err).toContain("INTENT_NOT_DONE: INT-001 is not done: criterion 1 failed.");
    expect(err).toContain('--force --reason "why"');
    expect(last(bed)).toMatchObject({
      decision: "failed",
      code: "INTENT_NOT_DONE",
      evidence: { checks: [{ exit_code: 3 }] },
    });
    const brain = await bed.read("AGENT.md");
    expect(brain).toContain("[failure CRITERION_FAILED] INT-001: criterion 1 did not hold");
    expect(brain).not.toContain("secret");
    expect(await bed.read(".orchestration/decisions.jsonl")).not.toContain("secret");
    expect(await json(bed.writ(["intent", "list", "--json"]))).toMatchObject([{ status: "IN_PROGRESS" }]);
  });

  it("closes by force with a reason, which is on record", async () => {
    const bed = await withCriteria("      - run: exit 1\n      - It works\n");
    expect(await done(bed, "--force")).toMatchObject({ code: 2, err: expect.stringContaining("needs a reason") });
    expect(await done(bed, "--reason", "x")).toMatchObject({ code: 2 });
    expect(await ok(done(bed, "--force", "--reason", "flaky, see 42"))).toContain("COMPLETE now, by force");
    expect(last(bed)).toMatchObject({
      decision: "closed",
      reason: "COMPLETE, forced: flaky, see 42",
      evidence: { forced: true, checks: [{ outcome: "untrusted" }, { outcome: "unconfirmed" }] },
    });
  });

  it("wants a person's word for what is only words", async () => {
    const bed = await withCriteria("      - It works\n");
    expect(await done(bed)).toMatchObject({ code: 1, err: expect.stringContaining("--confirm-all") });
    expect(decisionsIn(bed.root)).toHaveLength(1);
  });

  it.runIf(hasTerminal)("asks on a terminal, also whether to trust", async () => {
    const bed = await withCriteria("      - run: echo fine\n      - It works\n");
    const args = ["intent", "done", "INT-001"];
    const no = await bed.writOnTerminal(args, [
      ["Trust this command of INT-001?", "y"],
      ["Is this so? It works", "n"],
    ]);
    expect(no).toMatchObject({ code: 1, out: expect.stringContaining("criterion 2 is not so") });
    expect(await bed.writOnTerminal(args, [["Is this so? It works", "y"]])).toMatchObject({ code: 0 });
    expect(last(bed)).toMatchObject({ decision: "closed", assurance: "tty" });
  });

  it.runIf(hasTerminal)("takes no key for an answer that was typed before the question was there", async () => {
    const bed = await withCriteria("      - run: sleep 1\n      - It works\n      - It works well\n");
    await ok(bed.writ(["trust", "--intent", "INT-001", "--yes"]));
    const said = await bed.writOnTerminal(
      ["intent", "done", "INT-001"],
      [
        ["sleep 1", "y\ry"],
        // Enter after the letter is the end of this answer, not the next one.
        ["Is this so? It works", "y\r"],
        ["Is this so? It works well", "n"],
      ],
    );
    expect(said).toMatchObject({ code: 1, out: expect.stringContaining("criterion 3 is not so") });
    expect(said.out).not.toContain("criterion 2 is not so");
  });

  it("waits for the intents it depends on, and tells whoever waits for it", async () => {
    const bed = await guarded();
    await ok(bed.writ(["intent", "add", "--name", "Next", "--scope", "src/billing/**", "--depends-on", "INT-001"]));
    const next = ["intent", "done", "INT-002"];
    expect(await bed.writ(next)).toMatchObject({
      code: 1,
      err: expect.stringContaining("it depends on INT-001, which is PENDING"),
    });
    expect(await ok(bed.writ([...next, "--dry-run"]))).toContain("in the way: it depends on INT-001");
    expect(await ok(done(bed))).toContain("note: these depend on it: INT-002");
    await ok(bed.writ(next));
    expect(await bed.writ(["intent", "edit", "INT-001", "--add-dependency", "INT-002"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("INT-002 depends on INT-001 already"),
    });
    expect(await json(bed.writ(["intent", "show", "INT-002", "--json"]))).toMatchObject({
      depends_on: ["INT-001"],
      dependencies: [{ id: "INT-001", status: "COMPLETE" }],
    });
    const note = "these depend on it, and are COMPLETE: INT-002";
    expect(await ok(bed.writ(["intent", "reopen", "INT-001"]))).toContain(`  note: ${note}\n`);
    expect(await ok(bed.writ(["intent", "reopen", "INT-001"]))).not.toContain("note");
    expect(await json(bed.writ(["intent", "block", "INT-001", "--json"]))).toMatchObject({ notes: [note] });
  });

  it("says how to get out of a circle, and that a proposal is to be accepted first", async () => {
    const bed = await guarded();
    const intent = (id: string, on: string) =>
      `  - id: ${id}\n    name: ${id}\n    status: IN_PROGRESS\n    owned_scope: [src/${id}/**]\n    depends_on: [${on}]\n`;
    const all = [intent("A", "B"), intent("B", "A"), intent("C", "C")];
    await bed.put(".orchestration/active_intents.yaml", `active_intents:\n${all.join("")}`);
    const a = await bed.writ(["intent", "done", "A"]);
    expect(a.err).toContain("it and B wait for each other");
    expect(a.err).toContain("writ intent edit A --remove-dependency B");
    const c = await bed.writ(["intent", "done", "C"]);
    expect(c.err).toContain("it depends on itself");
    expect(c.err).not.toContain("Close C first");
    const words = ["--name", "More", "--scope", "src/more/**", "--reason", "why"];
    const { out } = await bed.writ(["intent", "propose", ...words, "--json"]);
    const proposed = /PROPOSAL-[\w-]+/.exec(out)?.[0] ?? "";
    expect(await bed.writ(["intent", "done", proposed])).toMatchObject({
      code: 1,
      err: expect.stringContaining(`writ intent accept ${proposed}`),
    });
  });

  it("only says what it would do with --dry-run", async () => {
    const bed = await withCriteria(`${tests}      - It works\n`);
    await bed.put("src/auth/login.ts", "export const login = 2;\n");
    await startAgent(bed).session("s-1").select("INT-001");
    const records = decisionsIn(bed.root);
    const intents = await bed.read(".orchestration/active_intents.yaml");
    const said = await ok(done(bed, "--dry-run"));
    expect(said).toContain("session s-1 (claude-code) has it taken up; its changes would be refused then");
    expect(said).toContain("1. runs: sh test.sh (The tests pass), at most 10m, once you have trusted it");
    expect(said).toContain("2. asks: It works");
    expect(said).toContain("note: 1 file of it not committed: src/auth/login.ts");
    expect(await json(done(bed, "--dry-run", "--json"))).toMatchObject({ checks: [{ trusted: false }, {}] });
    expect(decisionsIn(bed.root)).toEqual(records);
    expect(await bed.read(".orchestration/active_intents.yaml")).toBe(intents);
  });

  it("ends what it runs when its time is over, and when it is interrupted", async () => {
    const bed = await withCriteria("      - run: sleep 61 & echo $! > pid; sleep 61\n        timeout: 1s\n");
    await ok(bed.writ(["trust", "--yes"]));
    expect(await done(bed)).toMatchObject({ code: 1, err: expect.stringContaining("criterion 1 took too long") });
    await bed.put(
      ".orchestration/active_intents.yaml",
      (await bed.read(".orchestration/active_intents.yaml")).replace("1s", "1h"),
    );
    const { root, env } = bed;
    await bed.put("pid", "");
    const child = spawn(process.execPath, [command, "intent", "done", "INT-001"], { cwd: root, env, stdio: "ignore" });
    while ((await bed.read("pid")).trim() === "") await sleep(20);
    child.kill("SIGINT");
    const [code, signal] = await once(child, "exit");
    expect({ code, signal }).toEqual({ code: null, signal: "SIGINT" });
    const pid = Number(await bed.read("pid"));
    const isRunning = async () => (await bed.onTerminal(`ps -o stat= -p ${pid} | grep -v Z`)).out.trim() !== "";
    await expect.poll(isRunning, { timeout: 10_000 }).toBe(false);
    expect(await json(bed.writ(["intent", "list", "--json"]))).toMatchObject([{ status: "IN_PROGRESS" }]);
  });
});

describe("an agent", () => {
  it("is told what will be run, and what must be complete first", async () => {
    const bed = await withCriteria(tests, "    depends_on: [INT-002]\n");
    await bed.put(
      ".orchestration/active_intents.yaml",
      `${await bed.read(".orchestration/active_intents.yaml")}  - id: INT-002\n    name: Before\n    owned_scope: [docs/**]\n`,
    );
    const claude = startAgent(bed).session("s-1");
    const answer = await claude.select("INT-001");
    expect(JSON.stringify(answer)).toContain('run=\\"sh test.sh\\"');
    expect(JSON.stringify(answer)).toContain('status=\\"PENDING\\">INT-002<');
    expect(JSON.stringify(answer)).toContain("it is done only once they are");
  });

  it("whose tests fail leaves a lesson, once, in codes and ids", async () => {
    const bed = await guarded();
    const claude = startAgent(bed).session("s-1");
    await claude.select("INT-001");
    const input = { command: "npm test -- --token=secret" };
    for (const id of ["t-1", "t-2"]) {
      await claude.before("Bash", input, { id });
      await claude.failed("Bash", input, { id });
    }
    const lessons = (await bed.read("AGENT.md")).split("\n").filter((line) => line.startsWith("- "));
    expect(lessons).toEqual([
      expect.stringMatching(/\[failure VERIFICATION_FAILED\] INT-001: the tests failed \(`execute_command npm`\)$/),
    ]);
  });

  it("cannot close an intent, nor trust its commands", async () => {
    const bed = await withCriteria("      - run: touch ran\n");
    for (const args of [
      ["intent", "done", "INT-001", "--force", "--reason", "x"],
      ["trust", "--yes"],
      ["lesson", "x"],
    ]) {
      const said = await bed.writ(args, { env: { CLAUDECODE: "1" } });
      expect(said).toMatchObject({ code: 1, err: expect.stringContaining("PERSON_ONLY") });
    }
  });
});

it("a lesson a person writes is in AGENT.md once", async () => {
  const bed = await guarded();
  for (const _ of [1, 2]) await ok(bed.writ(["lesson", "Mind the <!-- gap", "--intent", "INT-001"]));
  const lines = (await bed.read("AGENT.md")).split("\n").filter((line) => line.includes("Mind"));
  expect(lines).toEqual([expect.stringMatching(/\[lesson INT-001\] Mind the < !-- gap$/)]);
});

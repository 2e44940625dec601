import { anIntent, aTrace, scratch, someTime } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "../create-writ.ts";
import { type Checking, checkCriteria, holds } from "./check-criteria.ts";
import { readIntentLife } from "./life.ts";
import { closeIntent, keepOpen } from "./settle.ts";
import { trustRuns, untrustedRuns } from "./trusted-runs.ts";
import { ownedOf, uncommittedFiles } from "./work-tree.ts";

const yaml = `active_intents:
  - id: A
    name: First
    status: IN_PROGRESS
    owned_scope: [src/**]
    acceptance_criteria:
      - It works
      - run: "true"
      - text: It fails
        run: exit 7
  - id: B
    name: Second
    depends_on: [A, C]
    owned_scope: []
`;

async function world(intents = yaml) {
  const repo = scratch({ "src/a.ts": "1\n" }, intents);
  const writ = await createWrit(repo.root);
  onTestFinished(async () => {
    await writ.close();
    repo.remove();
  });
  const read = await writ.intents.read();
  const all = read.state === "ok" ? read.intents : [];
  const find = (id: string) => all.find((intent) => intent.id === id) ?? anIntent();
  return { ...repo, writ, all, find };
}

const clock = { now: () => someTime, id: () => crypto.randomUUID() };
const checking = (root: string, over: Partial<Checking> = {}): Checking => ({
  root,
  signal: new AbortController().signal,
  isTrusted: () => true,
  begins: () => () => {},
  confirm: async () => "confirmed",
  ...over,
});

describe("the commands of an intent", () => {
  it("are trusted by their text, each for its own intent", async () => {
    const { writ, find } = await world();
    const a = find("A");
    const runs = async (intent = a) => (await untrustedRuns(writ.state, intent)).map(({ run }) => run);
    expect(await runs()).toEqual(["true", "exit 7"]);
    await trustRuns(writ.state, "A", ["true"]);
    expect(await runs()).toEqual(["exit 7"]);
    expect(await runs({ ...a, id: "B" })).toEqual(["true", "exit 7"]);
    expect(await runs({ ...a, criteria: [{ text: "x", run: "true " }] })).toEqual(["true "]);
  });

  it("run one after another, before anybody is asked, and none that is not trusted", async () => {
    const { root, find } = await world();
    const order: string[] = [];
    const results = await checkCriteria(
      find("A"),
      checking(root, {
        isTrusted: (run) => run !== "exit 7",
        begins: ({ text }) => {
          order.push(`begins ${text}`);
          return () => order.push(`ended ${text}`);
        },
        confirm: async ({ text }, isLost) => {
          order.push(`asked ${text} ${isLost}`);
          return "declined";
        },
      }),
    );
    expect(results.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, "declined"],
      [2, "passed"],
      [3, "untrusted"],
    ]);
    expect(results.map(holds)).toEqual([false, true, false]);
    expect(order).toEqual(["begins true", "ended true", "asked It works true"]);
  });
});

describe("what is found", () => {
  it("goes on record without the words of a criterion, a command or its output", async () => {
    const { root, writ, find, read } = await world();
    const intent = find("A");
    const results = await checkCriteria(intent, checking(root));
    const settled = await keepOpen(writ, clock, { intent, results, by: "p-1", assurance: "tty", dirty: true });
    expect(settled.intent.status).toBe("IN_PROGRESS");
    const [last] = await writ.decisions.last(1);
    expect(last?.record).toMatchObject({ decision: "failed", code: "INTENT_NOT_DONE", reason: "criteria:3" });
    expect(last?.record.evidence).toMatchObject({
      revision: "unknown",
      dirty: true,
      checks: [{ outcome: "confirmed" }, { outcome: "passed" }, { outcome: "failed", exit_code: 7 }],
    });
    expect(JSON.stringify(last?.record)).not.toMatch(/It works|It fails|exit 7/);
    expect(await writ.state.readEvidence("A")).toMatchObject({ closed: false, checks: [{}, {}, { run: "exit 7" }] });
    expect(read("AGENT.md")).toContain("[failure CRITERION_FAILED] A: criterion 3 did not hold");
  });

  it("closes the intent, by force with a reason", async () => {
    const { root, writ, find, read } = await world();
    const intent = find("A");
    await writ.state.addHistory("A", ["POST_HOOK write_to_file OK"]);
    const results = await checkCriteria(intent, checking(root));
    const forced = "we know";
    const settling = { intent, results, by: "p-1", assurance: "tty" as const, dirty: null, forced };
    expect((await closeIntent(writ, clock, settling)).intent).toMatchObject({ status: "COMPLETE" });
    const [last] = await writ.decisions.last(1);
    expect(last?.record).toMatchObject({
      decision: "closed",
      code: "INTENT_NOT_DONE",
      reason: "COMPLETE, forced: we know",
      evidence: { forced: true },
    });
    expect(read(".orchestration/active_intents.yaml")).toContain("POST_HOOK write_to_file OK");
    expect(read("AGENT.md")).toContain("[completion] A was closed by force: not all it asks for held");
  });

  it("does not close an intent whose criteria became others meanwhile", async () => {
    const { root, writ, find } = await world();
    const intent = find("A");
    const results = await checkCriteria(intent, checking(root));
    await writ.intents.update("A", { acceptanceCriteria: ["It works", "true"] });
    const settling = { intent, results, by: "p-1", assurance: "tty" as const, dirty: null };
    await expect(closeIntent(writ, clock, settling)).rejects.toMatchObject({ problem: { code: "INTENT_NOT_DONE" } });
    expect(await writ.intents.read()).toMatchObject({ intents: [{ status: "IN_PROGRESS" }, {}] });
  });
});

it("the work tree is told without what Writ itself writes", async () => {
  const { root, find, write, git } = await world();
  git("add", "src");
  git("commit", "-qm", "x");
  expect(await uncommittedFiles(root, "AGENT.md")).toEqual([]);
  write("AGENT.md", "x\n");
  write("src/a.ts", "2\n");
  write("src/new ü.ts", "2\n");
  write("docs/a.md", "2\n");
  const files = (await uncommittedFiles(root, "AGENT.md"))?.sort();
  expect(files).toEqual(["docs/a.md", "src/a.ts", "src/new ü.ts"]);
  expect(ownedOf(find("A"), files ?? [])).toEqual(["src/a.ts", "src/new ü.ts"]);
  expect(await uncommittedFiles("/no/such/folder", "AGENT.md")).toBeNull();
});

it("the life of an intent is what it waits for and what became of it", async () => {
  const { writ, find, all } = await world();
  await writ.select({ id: "s-1", agent: "claude-code" }, "A", "cli");
  const { metadata, ...trace } = aTrace();
  const files = {
    "src/auth/jwt.ts": { op: "modify" as const, before: null, after: null, removed: 0, symbols: ["verify"] },
  };
  await writ.traces.append({
    ...trace,
    metadata: { ...metadata, intent: "A", session: "s-1", files: Object.assign({}, files) },
  });
  const life = await readIntentLife(writ, find("A"), all, someTime);
  expect(life).toMatchObject({
    dependencies: [],
    dependents: [{ id: "B", status: "PENDING" }],
    evidence: null,
    steps: [{ decision: "selected", session: "s-1" }],
    files: [{ path: "src/auth/jwt.ts", symbols: ["verify"], changes: 1 }],
    sessions: [{ id: "s-1", agent: "claude-code", changes: 1, active: true }],
    tickets: [],
    grants: [],
    more: false,
  });
  const closed = { ...find("A"), status: "COMPLETE" as const };
  expect((await readIntentLife(writ, closed, all, someTime)).sessions).toMatchObject([{ id: "s-1", active: false }]);
  expect((await readIntentLife(writ, find("B"), all, someTime)).dependencies).toEqual([
    { id: "A", status: "IN_PROGRESS" },
    { id: "C", status: null },
  ]);
});

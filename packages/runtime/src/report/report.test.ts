import { rmSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "../create-writ.ts";
import type { Writ } from "../writ.ts";

const session = { id: "s-1", agent: "claude-code", model: "opus" } as const;

async function atWork(config = "") {
  const repo = scratch({ "src/auth/a.ts": "by hand, before anything else\n" });
  onTestFinished(() => repo.remove());
  if (config !== "") repo.write(".orchestration/config.yaml", config);
  const commit = (message: string) => {
    repo.git("add", "-A", "--", "src");
    repo.git("commit", "-qm", message);
  };
  commit("first");
  const writ = await createWrit(repo.root);
  onTestFinished(() => writ.close());
  await writ.select(session, "INT-001", "library");
  return { ...repo, writ, commit };
}

let calls = 0;

async function write(
  writ: Writ,
  repo: { root: string; write(path: string, text: string): void },
  path: string,
  content: string,
) {
  calls += 1;
  const request = { tool: "write_to_file", input: { path, content }, callId: `call-${calls}` };
  const event = { at: new Date().toISOString(), session, cwd: repo.root, request };
  const decision = await writ.before({ ...event, name: "tool.before" });
  if (decision.verdict.kind !== "pass") return decision;
  repo.write(path, content);
  await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
  return decision;
}

/** The agent sees what a person did. */
async function read(writ: Writ, { root }: { root: string }, path: string) {
  calls += 1;
  const request = { tool: "read_file", input: { path }, callId: `call-${calls}` };
  const event = { at: new Date().toISOString(), session, cwd: root, request };
  await writ.before({ ...event, name: "tool.before" });
  await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
}

const made = "export const made = 1;\nexport const also = 2;\n";

describe("a report", () => {
  it("counts what agents did, and what people did between", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/b.ts", made);
    repo.write("src/auth/b.ts", `${made}// a person adds this line\n`);
    await read(repo.writ, repo, "src/auth/b.ts");
    await write(repo.writ, repo, "src/auth/b.ts", `${made}// a person adds this line\nexport const third = 3;\n`);
    repo.commit("work");
    const report = await repo.writ.report();
    expect(report.totals).toEqual({
      changes: 2,
      linesAdded: 3,
      linesRemoved: 0,
      sessions: 1,
      files: 1,
      undated: 0,
      erased: 0,
    });
    expect(report.now).toEqual({ files: 1, left: 0, ai: 3, human: 1, unknown: 0 });
    expect(report.files).toEqual([
      {
        path: "src/auth/b.ts",
        changes: 2,
        linesAdded: 3,
        linesRemoved: 0,
        linesByOthers: 1,
        now: { ai: 3, human: 1, unknown: 0 },
      },
    ]);
    expect(report.intents[0]).toMatchObject({
      id: "INT-001",
      name: "JWT Authentication Migration",
      changes: 2,
      files: 1,
      sessions: 1,
      linesAdded: 3,
      linesNow: 3,
      byPeriod: [3],
    });
    expect(report.models).toMatchObject([{ name: "opus", changes: 2, linesAdded: 3 }]);
    expect(report.agents).toMatchObject([{ name: "claude-code", changes: 2 }]);
    expect(report.classes.reduce((sum, { changes }) => sum + changes, 0)).toBe(2);
    // One line of the first commit, four of the second.
    expect(report.periods).toMatchObject({ unit: "week", git: "counted", all: [{ ai: 3, committed: 5 }] });
  });

  it("tells refusals, questions and answers", async () => {
    const repo = await atWork("approval: every-change\n");
    await write(repo.writ, repo, "elsewhere.ts", made);
    const { ticket } = await write(repo.writ, repo, "src/auth/b.ts", made);
    await repo.writ.answer(ticket?.id ?? "", { approved: true, by: "p-1", assurance: "tty" });
    await write(repo.writ, repo, "src/auth/b.ts", made);
    const { refusals, approvals } = await repo.writ.report();
    expect(refusals).toEqual([{ code: "SCOPE_VIOLATION", times: 1, sessions: 1 }]);
    expect(approvals).toMatchObject({ asked: 1, approved: 1, rejected: 0, people: [{ by: "p-1", approved: 1 }] });
    expect(approvals.waits?.longest).toBeGreaterThanOrEqual(0);
  });

  it("is about the time and the intent it was asked for", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/b.ts", made);
    const changes = async (options: Parameters<Writ["report"]>[0]) => (await repo.writ.report(options)).totals.changes;
    expect(await changes({ since: "2999-01-01T00:00:00.000Z" })).toBe(0);
    expect(await changes({ until: "2020-01-01T00:00:00.000Z" })).toBe(0);
    expect(await changes({ intent: "INT-404" })).toBe(0);
    expect(
      await changes({ since: "2020-01-01T00:00:00.000Z", until: "2999-01-01T00:00:00.000Z", intent: "INT-001" }),
    ).toBe(1);
  });

  it("of a workspace without a record, in no git, is empty", async () => {
    const repo = scratch({}, "active_intents: []\n");
    onTestFinished(() => repo.remove());
    rmSync(join(repo.root, ".git"), { recursive: true });
    const writ = await createWrit(repo.root);
    onTestFinished(() => writ.close());
    expect(await writ.report()).toMatchObject({ totals: { changes: 0 }, now: null, periods: { all: [], git: "none" } });
  });

  it("does without the files that are gone", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/b.ts", made);
    repo.git("clean", "-fdq", "src");
    expect(await repo.writ.report()).toMatchObject({ now: null, files: [{ path: "src/auth/b.ts", now: null }] });
  });
});

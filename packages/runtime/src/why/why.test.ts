import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "../create-writ.ts";
import type { Writ } from "../writ.ts";

const session = { id: "s-1", agent: "claude-code", model: "opus" } as const;

/** A repository with a committed file, and an agent at work on INT-001. */
async function atWork(config = "") {
  const repo = scratch({ "src/auth/a.ts": "by hand, before anything else\n" });
  onTestFinished(() => repo.remove());
  if (config !== "") repo.write(".orchestration/config.yaml", config);
  const commit = (message: string) => {
    repo.git("add", "-A", "--", "src");
    repo.git("commit", "-qm", message);
    return repo.git("rev-parse", "HEAD").trim();
  };
  const first = commit("first");
  const writ = await createWrit(repo.root);
  onTestFinished(() => writ.close());
  await writ.select(session, "INT-001", "library");
  return { ...repo, writ, commit, first };
}

let calls = 0;

async function write(
  writ: Writ,
  repo: { root: string; write(path: string, text: string): void },
  path: string,
  content: string,
) {
  calls += 1;
  const event = {
    at: new Date().toISOString(),
    session,
    cwd: repo.root,
    request: { tool: "write_to_file", input: { path, content }, callId: `call-${calls}` },
  };
  const decision = await writ.before({ ...event, name: "tool.before" });
  if (decision.verdict.kind !== "pass") return decision;
  repo.write(path, content);
  await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
  return decision;
}

const lines = (from: number, to = from) => ({ lines: { from, to } });

describe("why a line is there", () => {
  it("says that the intents cannot be read, rather than that this one is not there", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
    repo.write(".orchestration/active_intents.yaml", "active_intents: [\n");
    const { stretches, intents } = await repo.writ.why("src/auth/a.ts", lines(2));
    const unread = { id: "INT-001", name: null, unread: expect.stringMatching(/^line 2: /) };
    expect(stretches[0]?.change?.intent).toMatchObject(unread);
    expect(intents).toMatchObject([unread]);
  });

  it("names the intent with what it asks for, the call, and that nothing is committed yet", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
    const { stretches } = await repo.writ.why("src/auth/a.ts", lines(2));
    expect(stretches).toEqual([
      expect.objectContaining({ from: 2, to: 2, author: "ai", commits: [{ state: "uncommitted" }], together: [] }),
    ]);
    expect(stretches[0]?.change).toMatchObject({
      agent: "claude-code",
      model: "opus",
      session: "s-1",
      tool: "write_to_file",
      op: "modify",
      intent: {
        id: "INT-001",
        name: "JWT Authentication Migration",
        constraints: ["Must not use external auth providers"],
        criteria: ["Unit tests in tests/auth/ pass"],
      },
      raced: false,
      decisions: [],
      files: [{ path: "src/auth/a.ts", op: "modify", ranges: [{ from: 2, to: 2 }] }],
    });
  });

  it("names the commit, and what the same intent changed in it", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
    await write(repo.writ, repo, "src/auth/b.ts", "export const other = 2;\n");
    repo.write("src/auth/c.ts", "by hand\n");
    const id = repo.commit("work");
    const [stretch] = (await repo.writ.why("src/auth/a.ts", lines(2))).stretches;
    expect(stretch).toMatchObject({
      commits: [{ state: "committed", id, summary: "work" }],
      together: ["src/auth/b.ts"],
    });
  });

  it("names no file that only a person changed in that commit, and the intent in another", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/b.ts", "export const other = 2;\n");
    repo.commit("the intent's b");
    await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
    repo.write("src/auth/b.ts", "export const other = 2;\nby hand, later on\n");
    repo.write("src/auth/c.ts", "by hand, now\n");
    repo.commit("the intent's a, a person's b and c");
    await write(repo.writ, repo, "src/auth/c.ts", "export const third = 3;\n");
    repo.commit("the intent's c");
    expect((await repo.writ.why("src/auth/a.ts", lines(2))).stretches[0]?.together).toEqual([]);
  });

  it.each<[string, (repo: Awaited<ReturnType<typeof atWork>>) => Promise<unknown>]>([
    [
      "that waited while others were committed",
      async (repo) => {
        await write(repo.writ, repo, "src/auth/b.ts", "export const other = 2;\n");
        repo.write("src/c.ts", "by hand\n");
        repo.git("add", "src/c.ts");
        repo.git("commit", "-qm", "c");
        repo.write("src/auth/b.ts", "export const other = 2;\nby hand, before the commit\n");
        await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
        repo.commit("work");
      },
    ],
    [
      "also once commits were squashed",
      async (repo) => {
        await write(repo.writ, repo, "src/auth/b.ts", "export const other = 2;\n");
        repo.commit("b");
        await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
        repo.commit("a");
        repo.git("reset", "-q", "--soft", repo.first);
        repo.commit("both");
      },
    ],
    [
      "also when the commit is put on another",
      async (repo) => {
        repo.git("branch", "other");
        await write(repo.writ, repo, "src/auth/b.ts", "export const other = 2;\n");
        repo.commit("b");
        await write(repo.writ, repo, "src/auth/b.ts", "export const other = 2;\nexport const more = 3;\n");
        await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
        repo.commit("a and b");
        repo.git("checkout", "-q", "other");
        repo.write("src/c.ts", "by hand\n");
        repo.commit("c");
        repo.git("cherry-pick", "other..@{-1}");
      },
    ],
  ])("names what the same intent changed %s", async (_, work) => {
    const repo = await atWork();
    await work(repo);
    expect((await repo.writ.why("src/auth/a.ts", lines(2))).stretches[0]?.together).toEqual(["src/auth/b.ts"]);
  });

  it("tells a person's line that was there before from one that came between the calls", async () => {
    const repo = await atWork();
    const later = (text: string) => `by hand, before anything else\nexport const made = 1;\n${text}`;
    await write(repo.writ, repo, "src/auth/a.ts", later(""));
    repo.write("src/auth/a.ts", later("a person adds this line later on\n"));
    const { stretches } = await repo.writ.why("src/auth/a.ts", lines(1, 3));
    expect(stretches.map(({ from, author, before }) => [from, author, before])).toEqual([
      [1, "human", true],
      [2, "ai", null],
      [3, "human", false],
    ]);
    expect(stretches[0]?.commits).toMatchObject([{ id: repo.first, author: "Test" }]);
  });

  it("names the question and the answer, with who gave it and how", async () => {
    const repo = await atWork("approval: every-change\n");
    const text = "by hand, before anything else\nexport const made = 1;\n";
    const { ticket } = await write(repo.writ, repo, "src/auth/a.ts", text);
    await repo.writ.answer(ticket?.id ?? "", { approved: true, by: "p-1", assurance: "tty" });
    await write(repo.writ, repo, "src/auth/a.ts", text);
    const [stretch] = (await repo.writ.why("src/auth/a.ts", lines(2))).stretches;
    expect(stretch?.change).toMatchObject({
      ticket: ticket?.id,
      decisions: [
        { decision: "asked", ticket: ticket?.id, risk: "change" },
        { decision: "approved", ticket: ticket?.id, by: "p-1", assurance: "tty" },
      ],
    });
  });
});

it("an erased record leaves that an agent made the line, and no more", async () => {
  const repo = await atWork();
  await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
  const by = { by: "p-1", assurance: "tty" } as const;
  await repo.writ.erase({ choice: { session: session.id }, by, dryRun: false });
  const [stretch] = (await repo.writ.why("src/auth/a.ts", lines(2))).stretches;
  expect(stretch).toMatchObject({ author: "ai", change: { erased: true, intent: null, decisions: [] } });
  expect(JSON.stringify(stretch)).not.toContain(session.id);
});

describe("why a file is as it is", () => {
  it("counts lines by author, and lists intents, the newest first", async () => {
    const repo = await atWork();
    await write(repo.writ, repo, "src/auth/a.ts", "by hand, before anything else\nexport const made = 1;\n");
    const told = await repo.writ.why("src/auth/a.ts");
    expect(told).toMatchObject({
      lines: { all: 2, ai: 1, human: 1, unknown: 0 },
      stretches: [],
      intents: [{ id: "INT-001", lines: 1, changes: 1, sessions: 1, models: ["opus"] }],
      last: { tool: "write_to_file" },
      commit: { state: "committed", id: repo.first },
      changed: true,
    });
    expect(told.first).toBe(told.last?.at);
  });

  it("says that nothing is on record where nothing is", async () => {
    const repo = await atWork();
    expect(await repo.writ.why("src/auth/a.ts", lines(1))).toMatchObject({
      intents: [],
      last: null,
      first: null,
      stretches: [{ author: "human", before: null, change: null }],
    });
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BlameLine } from "@writ/contracts";
import { createWrit } from "@writ/runtime";
import { isDecisionRecord, readPublished } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { verified } from "./ledger-bed.ts";
import { type Bed, folder, json, ok } from "./scenarios/cli-bed.ts";
import { governed, tracesIn } from "./scenarios/harness.ts";

const shared = "src/auth/shared.ts";
const intents = `active_intents:
  - {id: INT-001, name: Login, status: IN_PROGRESS, owned_scope: ["src/auth/**"]}
`;

/** A repository with one file that everybody works on, one line each: their changes never meet, so only records could. */
interface World {
  readonly bed: Bed;
  /** An agent changes a line; the line is its name, and so is the call's. */
  change(name: string, line: number, path?: string): Promise<void>;
  /** Changes and commits; the commit hook publishes. */
  commit(name: string, line: number, ...args: readonly string[]): Promise<string>;
  /** Published files of a commit, by what git calls their content. */
  ledgerAt(revision: string): string[];
}

async function world(): Promise<World> {
  const text = Array.from({ length: 60 }, (_, at) => `// ${at}\n`).join("");
  const bed = await governed({ [shared]: text, "src/auth/other.ts": text }, { intents });
  const change: World["change"] = async (name, line, path = shared) => {
    const writ = await createWrit(bed.root);
    const session = { id: `S-${name}`, agent: "claude-code", model: "model-x" } as const;
    await writ.select(session, "INT-001", "library");
    const file = join(bed.root, path);
    const content = readFileSync(file, "utf8").split("\n").with(line, `ai ${name}`).join("\n");
    const request = { tool: "write_to_file", input: { path, content }, callId: name };
    const event = { at: new Date().toISOString(), session, cwd: bed.root, request };
    expect((await writ.before({ ...event, name: "tool.before" })).verdict.kind).toBe("pass");
    writeFileSync(file, content);
    await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
    await writ.close();
    // Taking up an intent is noted there; that is not what this is about.
    bed.git("checkout", "--quiet", "--", ".orchestration/active_intents.yaml");
  };
  const commit: World["commit"] = async (name, line, ...args) => {
    await change(name, line);
    bed.git("add", "src");
    bed.git("commit", "--quiet", ...(args.length > 0 ? args : ["--message", name]));
    return bed.git("rev-parse", "HEAD");
  };
  const ledgerAt: World["ledgerAt"] = (revision) =>
    bed.git("ls-tree", "-r", revision, ".orchestration/ledger/").split("\n").sort();
  return { bed, change, commit, ledgerAt };
}

/** In a clone: nothing is wrong, each record is there once, and each line is the one's who made it. */
async function expectRight({ bed }: World, ...names: readonly string[]): Promise<void> {
  expect(bed.git("status", "--porcelain")).toBe("");
  const clone = await folder();
  clone.git("clone", "--quiet", bed.root, ".");
  expect(await verified(clone)).toMatchObject({ ok: true, problems: [] });

  const calls = new Map(tracesIn(bed.root).map(({ id, metadata }) => [id, metadata.call_id]));
  const traces: (string | undefined)[] = [];
  const ids: string[] = [];
  for await (const { record } of readPublished(join(clone.root, ".orchestration/ledger"))) {
    ids.push(record.id);
    if (!isDecisionRecord(record)) traces.push(calls.get(record.id));
  }
  expect(traces.sort()).toEqual(names.toSorted());
  expect(ids).toEqual([...new Set(ids)]);

  const lines = readFileSync(join(clone.root, shared), "utf8").trimEnd().split("\n");
  const blamed = (await json(clone.writ(["blame", shared, "--json"]))) as BlameLine[];
  const found = blamed.map(({ author, trace }) => (author === "ai" ? `ai ${calls.get(trace ?? "")}` : ""));
  expect(found).toEqual(lines.map((line) => (line.startsWith("ai ") ? line : "")));
}

/** Each commit starts the hook, and each look at the end a clone. */
const patient = { timeout: 120_000 };

describe("published records stay each once, and never conflict,", patient, () => {
  it("when a branch is squashed into main and goes on", async () => {
    const one = await world();
    const { bed, commit } = one;
    bed.git("switch", "--quiet", "--create", "feature");
    await commit("one", 5);
    await commit("two", 15);
    bed.git("switch", "--quiet", "main");
    bed.git("merge", "--quiet", "--squash", "feature");
    bed.git("commit", "--quiet", "--message", "squashed");
    await commit("main", 45);
    bed.git("switch", "--quiet", "feature");
    await commit("three", 25);
    bed.git("merge", "--quiet", "--no-edit", "main");
    await commit("four", 35);
    await expectRight(one, "one", "two", "main", "three", "four");
    bed.git("switch", "--quiet", "main");
    bed.git("merge", "--quiet", "--no-edit", "feature");
    await commit("five", 55);
    await expectRight(one, "one", "two", "main", "three", "four", "five");
  });

  it("when a later commit of a branch is picked, and the branch is merged afterwards", async () => {
    const one = await world();
    const { bed, commit } = one;
    bed.git("switch", "--quiet", "--create", "feature");
    await commit("one", 5);
    const second = await commit("two", 15);
    bed.git("switch", "--quiet", "main");
    await commit("main", 45);
    bed.git("cherry-pick", second);
    await expectRight(one, "main", "two");
    bed.git("merge", "--quiet", "--no-edit", "feature");
    await expectRight(one, "one", "main", "two");
  });

  it("when a commit in the middle is reverted, and the revert later on", async () => {
    const one = await world();
    const { bed, commit, ledgerAt } = one;
    const first = await commit("one", 5);
    await commit("two", 15);
    bed.git("revert", "--no-edit", first);
    const revert = bed.git("rev-parse", "HEAD");
    await commit("three", 25);
    bed.git("revert", "--no-edit", revert);
    await commit("four", 35);
    await expectRight(one, "one", "two", "three", "four");
    expect(ledgerAt("HEAD")).toEqual(expect.arrayContaining(ledgerAt(first)));
  });

  it("when a commit is amended, and what it was is merged", async () => {
    const one = await world();
    const { bed, commit } = one;
    await commit("one", 5);
    const before = await commit("two", 15);
    await commit("more", 25, "--amend", "--no-edit");
    await commit("again", 35, "--amend", "--message", "other words");
    await expectRight(one, "one", "two", "more", "again");
    bed.git("merge", "--quiet", "--no-edit", before);
    await expectRight(one, "one", "two", "more", "again");
  });

  it("when a branch is rebased, with a fixup and with a stop in between", async () => {
    const one = await world();
    const { bed, change, commit } = one;
    bed.git("switch", "--quiet", "--create", "feature");
    const first = await commit("one", 5);
    await commit("two", 15);
    await commit("fixed", 25, `--fixup=${first}`);
    bed.git("switch", "--quiet", "main");
    await commit("main", 45);
    bed.git("switch", "--quiet", "feature");
    bed.git("-c", "sequence.editor=true", "rebase", "--quiet", "--interactive", "--autosquash", "main");
    await commit("three", 35);
    await expectRight(one, "one", "two", "fixed", "main", "three");

    bed.git("-c", "sequence.editor=sed -i s/^pick/edit/", "rebase", "--quiet", "--interactive", "HEAD~2");
    await change("stopped", 55);
    bed.git("add", "src");
    bed.git("commit", "--quiet", "--amend", "--no-edit");
    bed.git("rebase", "--continue");
    bed.git("rebase", "--continue");
    await expectRight(one, "one", "two", "fixed", "main", "three", "stopped");
    bed.git("switch", "--quiet", "main");
    bed.git("merge", "--quiet", "--no-edit", "feature");
    await expectRight(one, "one", "two", "fixed", "main", "three", "stopped");
  });

  it("when a server without a work tree squashes, picks and merges", async () => {
    const one = await world();
    const { bed, commit } = one;
    const server = await folder();
    server.git("init", "--quiet", "--bare", "--initial-branch", "main");
    bed.git("remote", "add", "origin", server.root);
    const push = () => bed.git("push", "--quiet", "origin", "main", "feature");
    const join = (branch: string, ...parents: readonly string[]) => {
      const tree = server.git("merge-tree", "--write-tree", "main", branch);
      const from = ["main", ...parents].flatMap((parent) => ["-p", parent]);
      server.git("update-ref", "refs/heads/main", server.git("commit-tree", tree, ...from, "-m", branch));
    };
    bed.git("switch", "--quiet", "--create", "feature");
    await commit("one", 5);
    const second = await commit("two", 15);
    push();
    // Picking is merging with the commit before as the base.
    const base = server.git("commit-tree", `${second}^^{tree}`, "-m", "base");
    const ends = ["main", second].map((end) => server.git("commit-tree", `${end}^{tree}`, "-p", base, "-m", "end"));
    const picked = server.git("merge-tree", "--write-tree", ...ends);
    server.git("update-ref", "refs/heads/main", server.git("commit-tree", picked, "-p", "main", "-m", "picked"));
    join("feature");
    await commit("three", 25);
    bed.git("push", "--quiet", "origin", "feature");
    join("feature", "feature");
    bed.git("fetch", "--quiet", "origin");
    bed.git("merge", "--quiet", "--no-edit", "origin/main");
    await commit("four", 35);
    bed.git("push", "--quiet", "origin", "feature");
    join("feature", "feature");
    bed.git("switch", "--quiet", "main");
    bed.git("pull", "--quiet", "origin", "main");
    await expectRight(one, "one", "two", "three", "four");
  });

  it("when a commit is dropped, done again with more, and comes back", async () => {
    const one = await world();
    const { bed, commit, ledgerAt } = one;
    await commit("one", 5);
    const dropped = await commit("two", 15);
    bed.git("reset", "--quiet", "--hard", "HEAD~1");
    await commit("three", 25);
    // It goes out again with the next change of its file, in the file it was in.
    expect(ledgerAt("HEAD")).toEqual(expect.arrayContaining(ledgerAt(dropped)));
    bed.git("cherry-pick", dropped);
    await expectRight(one, "one", "two", "three");
  });
});

describe("records come along with lines that are taken from another branch", patient, () => {
  const other = "src/auth/other.ts";
  /** A branch that has an agent's commit, and one beside it that has not. */
  const branches = async () => {
    const one = await world();
    one.bed.git("switch", "--quiet", "--create", "feature");
    await one.commit("one", 5);
    await one.commit("two", 15);
    const there = one.ledgerAt("HEAD");
    one.bed.git("switch", "--quiet", "--create", "beside", "main");
    return { ...one, there };
  };

  it.each<[string, (bed: Bed) => unknown]>([
    ["as files", (bed) => bed.git("checkout", "feature", "--", shared)],
    [
      "as files of a branch that is gone",
      (bed) => [bed.git("checkout", "feature", "--", shared), bed.git("branch", "-D", "feature")],
    ],
    ["as restored files", (bed) => bed.git("restore", "--staged", "--worktree", "--source", "feature", "--", shared)],
  ])("%s", async (_, take) => {
    const one = await branches();
    const { bed, there, commit } = one;
    take(bed);
    bed.git("commit", "--quiet", "--message", "taken");
    expect(one.ledgerAt("HEAD")).toEqual(there);
    await commit("three", 25);
    await expectRight(one, "one", "two", "three");
  });

  it("and only those whose lines do", async () => {
    const one = await branches();
    const { bed, commit, change } = one;
    writeFileSync(join(bed.root, shared), readFileSync(join(bed.root, shared), "utf8").replace("// 5\n", "ai one\n"));
    await change("three", 25);
    bed.git("commit", "--quiet", "--all", "--message", "a part");
    await change("four", 5, other);
    bed.git("commit", "--quiet", "--all", "--message", "another file");
    await commit("five", 35);
    await expectRight(one, "one", "three", "four", "five");
    bed.git("merge", "--quiet", "--no-edit", "feature");
    await expectRight(one, "one", "two", "three", "four", "five");
  });

  it("by hand, when the commit hook did not run", async () => {
    const one = await branches();
    const { bed, there } = one;
    bed.git("checkout", "feature", "--", shared);
    bed.git("commit", "--quiet", "--no-verify", "--message", "taken");
    await ok(bed.writ(["publish", "--file", shared]));
    bed.git("commit", "--quiet", "--message", "records");
    expect(one.ledgerAt("HEAD")).toEqual(there);
    await expectRight(one, "one", "two");
  });
});

describe("a published file that git does not have goes with the next commit", patient, () => {
  it("after a commit was taken back to be split", async () => {
    const one = await world();
    const { bed, change } = one;
    await change("one", 5);
    await change("other", 5, "src/auth/other.ts");
    bed.git("commit", "--quiet", "--all", "--message", "both");
    bed.git("reset", "--quiet", "HEAD~1");
    for (const path of [shared, "src/auth/other.ts"]) {
      bed.git("add", path);
      bed.git("commit", "--quiet", "--message", path);
      expect(bed.git("status", "--porcelain", ".orchestration/ledger")).toBe("");
    }
    await expectRight(one, "one", "other");
  });

  it("also when it is ignored, or outside of a sparse checkout", async () => {
    const one = await world();
    const { bed, commit } = one;
    writeFileSync(join(bed.root, ".gitignore"), "*.jsonl\nledger/\n");
    bed.git("add", ".gitignore");
    await commit("one", 5);
    bed.git("reset", "--quiet", "HEAD~1");
    bed.git("add", ".gitignore");
    await commit("two", 15);
    bed.git("sparse-checkout", "set", "--no-cone", "/*", "!/.orchestration/ledger/");
    await commit("three", 25);
    bed.git("sparse-checkout", "disable");
    await expectRight(one, "one", "two", "three");
  });
});

describe("a commit of single paths, which has an index of its own,", patient, () => {
  it("leaves nothing behind that stands in the way", async () => {
    const one = await world();
    const { bed, change, commit } = one;
    await change("one", 5);
    await change("other", 5, "src/auth/other.ts");
    bed.git("commit", "--quiet", "--message", "one path", "--", "src/auth/other.ts");
    expect(bed.git("status", "--porcelain", ".orchestration")).toBe("");
    bed.git("stash", "--quiet");
    bed.git("switch", "--quiet", "--create", "beside", "HEAD~1");
    bed.git("switch", "--quiet", "main");
    bed.git("stash", "pop", "--quiet");
    bed.git("commit", "--quiet", "--all", "--no-verify", "--message", "no hook");
    await commit("two", 15);
    await expectRight(one, "one", "other", "two");
  });
});

// One random history: people and an agent change a repository, and the true maker of every line is known.
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWrit, HookEngine } from "@writ/runtime";
import { scratch } from "@writ/testkit";
import { type Dice, dice } from "./dice.ts";

export interface Played {
  root: string;
  /** Who made each marked word: `human`, or the id of a trace. */
  makers: Map<string, string>;
  operations: string[];
  remove(): void;
}

const intents = `active_intents:
  - id: INT-001
    name: One
    status: IN_PROGRESS
    owned_scope: ["src/**"]
`;

const mark = /\bx\d+\b/g;
/** The marked words of a line. */
export const marksOf = (line: string): string[] => line.match(mark) ?? [];

type Maker = "human" | "ai";

export async function play(seed: number, steps = 14): Promise<Played> {
  const roll = dice(seed);
  const makers = new Map<string, string>();
  let marks = 0;
  let branches = 0;
  const repo = scratch({}, intents);
  const engine = new HookEngine();
  engine.registerDefaultHooks({ approval: "risky" });
  const session = { id: "s", cwd: repo.root };
  const writ = await createWrit(repo.root);
  const operations: string[] = [];

  const word = (by: string): string => {
    marks += 1;
    makers.set(`x${marks}`, by);
    return `x${marks}`;
  };
  const statement = (by: string): string => {
    const indent = "  ".repeat(roll.below(3));
    const kinds = [
      () => `${indent}const ${word(by)} = ${word(by)} + 1;`,
      () => `${indent}call(${word(by)}, ${word(by)}, "${word(by)}");`,
      () => `${indent}if (${word(by)}) return;`,
      () => `${indent}}`,
      () => "",
      () => `// ${word(by)} is explained here`,
    ];
    return roll.of(kinds)();
  };
  const some = (by: string, most = 6): string[] => Array.from({ length: 1 + roll.below(most) }, () => statement(by));

  const paths = () =>
    repo
      .git("ls-files", "-co", "--exclude-standard", "src")
      .split("\n")
      .filter((path) => path !== "" && existsSync(join(repo.root, path)));
  const read = (path: string) => repo.read(path).split("\n").slice(0, -1);
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  const put = (path: string, lines: readonly string[]) => {
    mkdirSync(dirname(join(repo.root, path)), { recursive: true });
    writeFileSync(join(repo.root, path), text(lines));
  };
  /** Writes as a person, or through the engine as an agent; new words of the agent get the trace's id. */
  const write = async (by: Maker, files: Record<string, readonly string[] | null>): Promise<void> => {
    for (const [path, lines] of Object.entries(files)) {
      if (by === "human") {
        if (lines === null) rmSync(join(repo.root, path));
        else put(path, lines);
        continue;
      }
      await engine.executeTool("read_file", { path }, { session, execute: () => "" });
      const outcome = await engine.executeTool(
        "write_to_file",
        { path, content: text(lines ?? []) },
        {
          session,
          execute: () => {
            put(path, lines ?? []);
            return "ok";
          },
        },
      );
      if (!outcome.allowed) throw new Error(JSON.stringify(outcome.blocked));
      const [newest] = await writ.traces.last(1);
      for (const [key, maker] of makers) if (maker === "ai") makers.set(key, newest?.record.id ?? "none");
    }
  };
  const at = (lines: readonly string[]) => roll.below(lines.length + 1);

  const edits: Record<string, (by: Maker) => Promise<void>> = {
    insert: async (by) => {
      const path = roll.of(paths());
      const lines = read(path);
      await write(by, { [path]: lines.toSpliced(at(lines), 0, ...some(by)) });
    },
    replace: async (by) => {
      const path = roll.of(paths());
      const lines = read(path);
      await write(by, { [path]: lines.toSpliced(at(lines), 1 + roll.below(4), ...some(by)) });
    },
    remove: async (by) => {
      const path = roll.of(paths());
      const lines = read(path);
      if (lines.length > 12) await write(by, { [path]: lines.toSpliced(at(lines), 1 + roll.below(3)) });
    },
    "move inside": async (by) => {
      const path = roll.of(paths());
      const lines = read(path);
      const start = at(lines);
      const block = lines.slice(start, start + 2 + roll.below(4));
      const rest = lines.toSpliced(start, block.length);
      await write(by, { [path]: rest.toSpliced(at(rest), 0, ...block) });
    },
    "move between": async (by) => {
      const [from, to] = roll.two(paths());
      if (from === undefined || to === undefined) return;
      const lines = read(from);
      const start = at(lines);
      const block = lines.slice(start, start + 3 + roll.below(4));
      const there = read(to);
      await write(by, { [from]: lines.toSpliced(start, block.length), [to]: there.toSpliced(at(there), 0, ...block) });
    },
    reformat: async (by) => {
      const path = roll.of(paths());
      await write(by, { [path]: reformatted(read(path), roll) });
    },
    "new file": async (by) => write(by, { [`src/new${roll.below(1000)}.ts`]: [...some(by, 8), ...some(by, 8)] }),
  };

  const commit = async (message = "work"): Promise<void> => {
    repo.git("add", "-A");
    if (repo.git("status", "--porcelain") === "") return;
    await writ.publish();
    repo.git("add", "-A");
    repo.git("commit", "-qm", message, "--no-verify");
  };
  const edit = async (): Promise<void> => {
    const by: Maker = roll.below(2) === 0 ? "human" : "ai";
    const name = roll.of(Object.keys(edits));
    operations.push(`${by} ${name}`);
    await edits[name]?.(by);
  };
  const clean = async (): Promise<void> => commit("before");
  const tryGit = (...args: string[]): boolean => {
    try {
      repo.git(...args);
      return true;
    } catch {
      return false;
    }
  };
  /** A conflict is settled by taking one side. */
  const settle = (go: string[], abort: string[]): void => {
    for (let round = 0; round < 20; round += 1) {
      const open = repo
        .git("diff", "--name-only", "--diff-filter=U")
        .split("\n")
        .filter((path) => path !== "");
      for (const path of open) {
        if (!tryGit("checkout", roll.below(2) === 0 ? "--ours" : "--theirs", "--", path))
          tryGit("rm", "-q", "--", path);
        else repo.git("add", "--", path);
      }
      if (tryGit("-c", "core.editor=true", ...go)) return;
      if (
        repo.git("diff", "--name-only", "--diff-filter=U") === "" &&
        !existsSync(join(repo.root, ".git/rebase-merge")) &&
        !existsSync(join(repo.root, ".git/MERGE_HEAD"))
      )
        return;
    }
    tryGit(...abort);
  };
  const branchOff = async (): Promise<void> => {
    await clean();
    branches += 1;
    repo.git("checkout", "-qb", `b${branches}`);
    for (let step = 0; step < 2; step += 1) await edit();
    await commit("branch");
    await edit();
    await commit("branch 2");
  };
  const back = async (): Promise<string> => {
    const name = repo.git("branch", "--show-current").trim();
    repo.git("checkout", "-q", "main");
    await edit();
    await commit("main");
    return name;
  };
  const gits: Record<string, () => Promise<void>> = {
    commit: async () => commit(),
    amend: async () => {
      await clean();
      await edit();
      repo.git("add", "-A");
      await writ.publish();
      repo.git("add", "-A");
      tryGit("commit", "-q", "--amend", "--no-edit", "--no-verify");
    },
    merge: async () => {
      await branchOff();
      const name = await back();
      if (!tryGit("merge", "-q", "--no-edit", name))
        settle(["commit", "-qm", "merge", "--no-verify"], ["merge", "--abort"]);
    },
    rebase: async () => {
      await branchOff();
      const name = await back();
      repo.git("checkout", "-q", name);
      if (!tryGit("rebase", "-q", "main")) settle(["rebase", "--continue"], ["rebase", "--abort"]);
      repo.git("checkout", "-q", "main");
      tryGit("merge", "-q", "--ff-only", name) || tryGit("reset", "-q", "--hard", name);
    },
    squash: async () => {
      await branchOff();
      const name = await back();
      if (!tryGit("merge", "-q", "--squash", name))
        settle(["commit", "-qm", "squash", "--no-verify"], ["reset", "-q", "--hard"]);
      await commit("squash");
      repo.git("branch", "-D", name);
    },
    "cherry-pick": async () => {
      await branchOff();
      const name = await back();
      if (!tryGit("cherry-pick", name)) settle(["cherry-pick", "--continue"], ["cherry-pick", "--abort"]);
    },
    revert: async () => {
      await clean();
      await edit();
      await commit("to be reverted");
      if (!tryGit("revert", "--no-edit", "HEAD")) settle(["revert", "--continue"], ["revert", "--abort"]);
    },
    stash: async () => {
      await edit();
      if (repo.git("status", "--porcelain", "src") === "") return;
      repo.git("stash", "-q", "-u", "--", "src");
      await edit();
      await commit("between");
      if (!tryGit("stash", "pop", "-q")) {
        for (const path of repo
          .git("diff", "--name-only", "--diff-filter=U")
          .split("\n")
          .filter((one) => one !== ""))
          if (!tryGit("checkout", "-q", "--theirs", "--", path)) tryGit("rm", "-qf", "--", path);
        repo.git("add", "-A");
        tryGit("stash", "drop", "-q");
      }
    },
    rename: async () => {
      await clean();
      const path = roll.of(paths());
      const to = `src/moved${roll.below(1000)}.ts`;
      repo.git("mv", path, to);
      await commit("rename");
    },
    "rename by hand": async () => {
      const path = roll.of(paths());
      renameSync(join(repo.root, path), join(repo.root, `src/hand${roll.below(1000)}.ts`));
    },
    "partial staging": async () => {
      await clean();
      await edit();
      const path = roll.of(paths());
      const after = read(path);
      await edit();
      const whole = Object.fromEntries(paths().map((one) => [one, read(one)]));
      put(path, after);
      repo.git("add", "--", path);
      await writ.publish();
      tryGit("commit", "-qm", "part", "--no-verify");
      for (const [one, lines] of Object.entries(whole)) put(one, lines);
    },
  };

  for (const name of ["a", "b", "c"])
    put(
      `src/${name}.ts`,
      Array.from({ length: 14 }, () => statement("human")),
    );
  writeFileSync(
    join(repo.root, ".gitignore"),
    ".orchestration/.state/\n.orchestration/*.jsonl\n.orchestration/intent_map.md\n",
  );
  await engine.executeTool("select_active_intent", { intent_id: "INT-001" }, { session, execute: () => "" });
  await commit("first");
  for (let step = 0; step < steps; step += 1) {
    if (roll.below(10) < 6) await edit();
    else {
      const name = roll.of(Object.keys(gits));
      operations.push(`git ${name}`);
      await gits[name]?.();
    }
  }
  await writ.close();
  return { root: repo.root, makers, operations, remove: () => repo.remove() };
}

/** As a formatter would: calls are broken or joined, quotes and indentation changed. */
function reformatted(lines: readonly string[], roll: Dice): string[] {
  const style = roll.below(3);
  return lines.flatMap((line) => {
    const call = /^(\s*)call\((.*)\);$/.exec(line);
    if (style === 0 && call !== null)
      return [`${call[1]}call(`, ...(call[2] ?? "").split(", ").map((part) => `${call[1]}  ${part},`), `${call[1]});`];
    if (style === 1) return [line.replaceAll('"', "'")];
    return [line === "" ? "" : `  ${line}`];
  });
}

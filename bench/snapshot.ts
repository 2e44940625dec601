import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Event, EventName } from "@writ/contracts";
import { createWrit, sha256, type Writ } from "@writ/runtime";
import { percentile, type Row } from "./row.ts";

const folders = 200;
const filesEach = 100;
const dirty = 30;
const rounds = 21;

const intents = `active_intents:
  - id: INT-1
    name: Everything
    status: IN_PROGRESS
    owned_scope: ["packages/**"]
`;

/** A repository of 20,000 files, some of them changed and some new, as in the middle of somebody's work. */
function repository(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-bench-")));
  for (let folder = 0; folder < folders; folder++) {
    mkdirSync(join(root, "packages", `p${folder}`), { recursive: true });
    for (let file = 0; file < filesEach; file++)
      writeFileSync(
        join(root, "packages", `p${folder}`, `f${file}.ts`),
        `export const n = ${folder * file};\n`.repeat(20),
      );
  }
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Bench", "-c", "user.email=bench@example.org", ...args], { cwd: root });
  git("init", "-q");
  mkdirSync(join(root, ".orchestration"));
  writeFileSync(join(root, ".orchestration", "active_intents.yaml"), intents);
  writeFileSync(join(root, ".orchestration", "config.yaml"), "runners: [make]\n");
  writeFileSync(join(root, ".orchestration", ".gitignore"), "*.jsonl\nintent_map.md\n.state/\n");
  git("add", "-A");
  git("commit", "-qm", "start");
  for (let file = 0; file < dirty; file++) {
    writeFileSync(join(root, "packages", "p1", `f${file}.ts`), `changed ${file}\n`);
    writeFileSync(join(root, "packages", "p2", `new${file}.ts`), `new ${file}\n`);
  }
  return root;
}

const timed = async (work: () => unknown): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const changed = "packages/p3/f1.ts";

/** Before and after one call that changes one file, in a process that is warm: the decision, the looks, the record. */
async function around(writ: Writ, callId: string, request: { tool: string; input: unknown }): Promise<number> {
  const event = (name: EventName): Event => ({
    name,
    at: new Date().toISOString(),
    session: { id: "bench", agent: "claude-code" },
    cwd: writ.root,
    request: { ...request, callId },
  });
  let refused = "";
  const before = await timed(async () => {
    const { verdict } = await writ.before(event("tool.before"));
    if (verdict.kind !== "pass") refused = JSON.stringify(verdict);
  });
  if (refused !== "") throw new Error(`the call was refused: ${refused}`);
  writeFileSync(join(writ.root, changed), `by ${callId}\n`);
  let files = 0;
  const after = await timed(async () => {
    files = (await writ.after(event("tool.after"))).trace?.files.length ?? 0;
  });
  if (files !== 1) throw new Error(`the change of ${callId} was not recorded`);
  return before + after;
}

const command = { tool: "Bash", input: { command: "make" } };
/** The same change by a tool that names it: everything but the looks. */
const edit = (root: string) => ({ tool: "Write", input: { file_path: join(root, changed), content: "" } });

/** What looking at the work tree before and after a shell command costs, against one `git status` of it. */
export async function snapshotRows(): Promise<Row[]> {
  const root = repository();
  const writ = await createWrit(root);
  try {
    await writ.state.trust("config", sha256("runners: [make]\n"));
    await writ.select({ id: "bench", agent: "claude-code" }, "INT-1", "library");
    const status = () => execFileSync("git", ["--no-optional-locks", "status"], { cwd: root });
    await around(writ, "first", command);
    const [commands, edits, gits]: [number[], number[], number[]] = [[], [], []];
    for (let n = 0; n < rounds; n++) {
      gits.push(await timed(status));
      commands.push(await around(writ, `command-${n}`, command));
      edits.push(await around(writ, `edit-${n}`, edit(root)));
    }
    // Whatever else the machine does makes a round slower, never faster.
    const quiet = (values: readonly number[]) => percentile(values, 25);
    const [own, named, plain] = [quiet(commands), quiet(edits), quiet(gits)];
    return [
      {
        what: "snapshot check around a shell command, 20,000 files",
        value: (own - named) / plain,
        bar: 3,
        unit: "×",
        detail: `around a command ${own.toFixed(1)} ms, around an edit ${named.toFixed(1)} ms, git status ${plain.toFixed(1)} ms`,
      },
    ];
  } finally {
    await writ.close();
    rmSync(root, { recursive: true, force: true });
  }
}

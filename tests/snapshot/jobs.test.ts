import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { processStart } from "@writ/stores";
import { describe, expect, it, onTestFinished } from "vitest";
import { openUndoBook } from "../../packages/runtime/src/snapshot/undo/undo-book.ts";
import { openBed } from "./bed.ts";

const stamp = { at: "2026-01-01T00:00:00.000Z", agent: "person", session: "cli" };
const isLinux = process.platform === "linux";

/** A process that stands in the repository for as long as the test does. */
function standIn(root: string, line = "sleep 60"): ChildProcess {
  const child = spawn("sh", ["-c", line], { cwd: root, stdio: "ignore", detached: true });
  onTestFinished(() => void endGroup(child));
  return child;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}

/** A session whose agent is a process of its own, as every real one is. */
async function openAgentBed(config = "") {
  const bed = await openBed(config);
  const agent = spawn("sleep", ["60"], { stdio: "ignore" });
  onTestFinished(() => void agent.kill("SIGKILL"));
  const started = processStart(agent.pid ?? 0) ?? "";
  await bed.writ.sessions.update(
    "S-1",
    () => {
      throw new Error("the session is not there");
    },
    (session) => ({ ...session, process: { pid: agent.pid ?? 0, started } }),
  );
  return bed;
}

describe.runIf(isLinux)("a job that outlives its call", () => {
  it("makes what changes between calls nobody's, until its end was noticed", async () => {
    const bed = await openAgentBed();
    let job: ChildProcess | undefined;
    await bed.call(() => {
      job = standIn(
        bed.root,
        "until [ -e dist ]; do sleep 0.02; done; echo later > src/auth/jwt.ts; mkdir dist/done; sleep 60",
      );
    });
    expect((await bed.writ.sessions.read("S-1"))?.background?.length).toBeGreaterThan(0);
    mkdirSync(join(bed.root, "dist"));
    while (!existsSync(join(bed.root, "dist/done"))) await wait(20);
    bed.put("README.md", "by the person, or not\n");
    const { context, messages } = await bed.call(() => {});
    expect(await bed.decisions("drifted")).toMatchObject([
      { reason: "background", paths: ["src/auth/jwt.ts"], session: "S-1" },
    ]);
    const [stray] = await bed.decisions("strayed");
    expect(stray).toMatchObject({ paths: ["README.md"], session: "S-1" });
    expect(stray?.reason).toMatch(/^U-.{6} background$/);
    expect(context).toContain("README.md");
    expect(messages).toMatchObject([expect.stringContaining(`writ undo ${stray?.reason?.split(" ")[0]}`)]);
    expect((await bed.call(() => {})).messages).toBeUndefined();
    expect(await bed.traces()).toEqual([]);

    if (job === undefined) throw new Error("there is no job");
    bed.put("README.md", "once more\n");
    endGroup(job);
    await once(job, "exit");
    await bed.end();
    expect(await bed.decisions("strayed")).toMatchObject([{}, { paths: ["README.md"] }]);
    expect((await bed.writ.sessions.read("S-1"))?.background).toBeUndefined();

    bed.put("README.md", "by the person, for certain\n");
    await bed.call(() => {});
    expect(await bed.decisions("strayed")).toHaveLength(2);
    expect(await bed.decisions("drifted")).toHaveLength(1);
  });

  it("can be put back, also over what its own call had left there", async () => {
    const bed = await openAgentBed("strays: undo\n");
    await bed.call(() => {
      standIn(bed.root);
      bed.put("src/billing/invoice.ts", "by the call\n");
    });
    const book = openUndoBook(bed.root);
    const [first] = await book.list();
    await book.keep(first?.id ?? "", "2026-01-01T00:00:00.000Z");
    bed.put("src/billing/invoice.ts", "by the job\n");
    bed.put("README.md", "by the job\n");
    // Nobody can be told at the end of a turn, so it is told with the next call.
    await bed.end();
    const { messages } = await bed.call(() => {});
    expect(messages).toMatchObject([expect.stringContaining("README.md, src/billing/invoice.ts")]);
    const record = (await book.list()).find(({ settled }) => settled === undefined);
    if (record === undefined) throw new Error("there is no undo");
    expect(record.files.every(({ concurrent }) => concurrent !== undefined)).toBe(true);
    await book.carryOut(record, await book.plan(record), stamp);
    expect([bed.read("README.md"), bed.read("src/billing/invoice.ts")]).toEqual(["hello\n", "by the call\n"]);
  });

  it("is told to nobody in observe mode", async () => {
    const bed = await openAgentBed("mode: observe\n");
    await bed.call(() => standIn(bed.root));
    bed.put("README.md", "by the job\n");
    expect((await bed.call(() => {})).messages).toBeUndefined();
    expect(await bed.decisions("strayed")).toHaveLength(1);
  });

  it.each(["turn.end", "prompt.submit", "the next call"])("has its alarm told at %s", async (name) => {
    const bed = await openAgentBed();
    await bed.call(() => standIn(bed.root));
    bed.sh("echo x > .git/hooks/post-merge");
    const session = { id: "S-1", agent: "claude-code" as const };
    const isEvent = name === "turn.end" || name === "prompt.submit";
    const request = { tool: "Bash", input: { command: "make" }, callId: "told" };
    const { messages = [] } = isEvent
      ? await bed.writ.hear({ name, at: "", session, cwd: bed.root })
      : await bed.writ.before({ name: "tool.before", at: "", session, cwd: bed.root, request });
    expect(messages.join("\n")).toContain(".git/hooks/post-merge");
    expect((await bed.call(() => {})).messages).toBeUndefined();
  });

  it("does not make a recorded edit nobody's", async () => {
    const bed = await openAgentBed();
    await bed.call(() => standIn(bed.root));
    await bed.call(() => bed.put("src/auth/jwt.ts", "an edit\n"), "touch src/auth/jwt.ts");
    await bed.call(() => {});
    expect(await bed.decisions("drifted")).toEqual([]);
  });
});

describe.runIf(isLinux)("strays: undo", () => {
  const open = () => openAgentBed("strays: undo\n");

  it("puts back at once what only the command can have done", async () => {
    const bed = await open();
    const { context, messages } = await bed.call(() => {
      bed.put("README.md", "ruined\n");
      bed.put("new.txt", "x\n");
      bed.put("src/auth/jwt.ts", "its own\n");
    });
    expect([bed.read("README.md"), bed.read("src/auth/jwt.ts")]).toEqual(["hello\n", "its own\n"]);
    expect(bed.git("status", "--porcelain", "-uall").trim()).toBe("M src/auth/jwt.ts");
    expect(context).toContain("Writ put back: README.md, new.txt");
    expect(messages?.[0]).toContain("Put back already");
    const back = (await openUndoBook(bed.root).list()).find(({ undoes }) => undoes !== undefined);
    expect(messages?.[0]).toContain(`To take that back: writ undo ${back?.id}.`);
    expect(await bed.decisions("undone")).toMatchObject([{ paths: ["README.md", "new.txt"] }]);
    const undos = await openUndoBook(bed.root).list();
    expect(undos.map(({ settled }) => settled?.how).sort()).toEqual(["kept", "undone"]);
  });

  it.each<[string, (bed: Awaited<ReturnType<typeof open>>) => Promise<unknown> | unknown]>([
    [
      "another session has a call running",
      (bed) =>
        bed
          .other("S-2")
          .begin("git commit -m x")
          .catch(() => bed.begin("make")),
    ],
    ["another program stands in the workspace", (bed) => void standIn(bed.root)],
    ["a background job lives", (bed) => bed.call(() => standIn(bed.root))],
  ])("puts nothing back when %s", async (_, meanwhile) => {
    const bed = await open();
    await meanwhile(bed);
    const { context } = await bed.call(() => bed.put("README.md", "ruined\n"));
    expect(bed.read("README.md")).toBe("ruined\n");
    expect(context).toContain("README.md");
    expect((await bed.decisions("strayed")).at(-1)?.reason).toMatch(/^U-.{6} concurrent$/);
    expect((await openUndoBook(bed.root).list())[0]?.files[0]?.concurrent).toBeTypeOf("string");
  });

  it("puts nothing back during a pause", async () => {
    const bed = await open();
    await bed.writ.state.writePause({ until: "2999-01-01T00:00:00.000Z", reason: "x", by: "p", since: "2026-01-01" });
    await bed.call(() => bed.put("README.md", "ruined\n"));
    expect(bed.read("README.md")).toBe("ruined\n");
  });
});

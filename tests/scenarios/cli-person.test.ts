import { createWrit } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { lineageOf } from "../../packages/cli/src/process-tree.ts";
import { type Bed, guarded, hasTerminal, json, ok } from "./cli-bed.ts";

/** Makes this test process the agent of a session, as a hook call would. */
async function governedHere(bed: Bed): Promise<void> {
  const [process] = await lineageOf(globalThis.process.pid, globalThis.process.platform);
  if (process === undefined) throw new Error("no process table");
  const at = new Date().toISOString();
  const fresh = {
    id: "s-1",
    agent: "claude-code",
    startedAt: at,
    seenAt: at,
    intent: null,
    expansions: [],
    reads: {},
    refusals: [],
  } as const;
  const writ = await createWrit(bed.root);
  const { pid, started } = process;
  await writ.sessions.update(
    "s-1",
    () => ({ ...fresh }),
    (session) => ({ ...session, process: { pid, started } }),
  );
  await writ.close();
}

const forPeople = [
  ["init"],
  ["uninstall", "--purge", "--yes"],
  ["intent", "add", "--name", "Mine", "--scope", "**"],
  ["intent", "edit", "INT-001", "--add-scope", "**"],
  ["intent", "accept", "X", "--yes"],
  ["intent", "done", "INT-001"],
  ["approve", "T", "--yes"],
  ["reject", "T"],
  ["pause", "30m", "--reason", "x"],
  ["trust", "--yes"],
  ["trust", "--revoke", "x"],
  ["hooks", "run", "SessionStop"],
  ["hooks", "scaffold", "x", "--event", "SessionStop"],
  ["hooks", "test"],
  ["followups"],
  ["followups", "run", "F-1", "--yes"],
  ["followups", "drop", "F-1"],
];
const forAnyone = [
  ["status"],
  ["intent", "list"],
  ["intent", "show", "INT-001"],
  ["log"],
  ["verify"],
  ["doctor"],
  ["hooks", "list"],
  ["hooks", "register"],
  ["hooks", "validate"],
  ["explain", "src/auth/a.ts", "--intent", "INT-001"],
  ["completions", "bash"],
  ["publish", "--hook"],
];

describe("beneath a governed session", () => {
  it("a person's commands are refused, and change nothing", async () => {
    const bed = await guarded();
    await governedHere(bed);
    const before = await bed.snapshot();
    for (const args of forPeople) {
      expect(await bed.writ(args), args.join(" ")).toMatchObject({
        code: 1,
        err: expect.stringContaining("PERSON_ONLY"),
      });
    }
    expect(await bed.snapshot()).toEqual(before);
  });

  it("what only looks is not", async () => {
    const bed = await guarded();
    await governedHere(bed);
    for (const args of forAnyone) expect(await bed.writ(args), args.join(" ")).toMatchObject({ code: 0 });
  });

  it.runIf(hasTerminal)("a terminal makes no difference", async () => {
    const bed = await guarded();
    await governedHere(bed);
    expect(await bed.writOnTerminal(["approve"], [])).toMatchObject({
      code: 1,
      out: expect.stringContaining("PERSON_ONLY"),
    });
  });

  it("an agent selects and proposes without naming its session", async () => {
    const bed = await guarded();
    await governedHere(bed);
    expect(await ok(bed.writ(["intent", "select", "INT-001"]))).toContain("INT-001");
    await ok(bed.writ(["intent", "propose", "--name", "More", "--scope", "docs/**", "--reason", "needed"]));
    expect(await json(bed.writ(["status", "--json"]))).toMatchObject({
      sessions: [{ id: "s-1", intent: "INT-001" }],
      proposals: [{ id: "PROPOSAL-1", session: "s-1" }],
    });
  });
});

const event = (session: string) =>
  JSON.stringify({
    hook_event_name: "PreToolUse",
    session_id: session,
    cwd: ".",
    tool_name: "Write",
    tool_input: { file_path: "src/auth/a.ts", content: "a" },
    tool_use_id: "c1",
  });

describe.runIf(hasTerminal)("a hook in a terminal", () => {
  const widen = "$WRIT intent edit INT-001 --add-scope 'docs/**'";

  it("that a person feeds by hand does not lock that person out", async () => {
    const bed = await guarded();
    await bed.put("event.json", event("s-hand"));
    const { code, out } = await bed.onTerminal(`$WRIT hook claude-code PreToolUse < event.json; ${widen}`);
    expect(out).toContain("NO_ACTIVE_INTENT");
    expect(out).toContain("Changed INT-001");
    expect(code).toBe(0);
  });

  it("that a program runs makes that program an agent, and what it runs later its own", async () => {
    const bed = await guarded();
    await bed.put("event.json", event("s-agent"));
    await bed.put(
      "agent.mjs",
      'import { execSync } from "node:child_process";\nfor (const line of process.argv.slice(2)) {\n  try {\n    execSync(line, { stdio: "inherit" });\n  } catch {}\n}\n',
    );
    const agent = `node agent.mjs "$WRIT hook claude-code PreToolUse < event.json" "${widen}"`;
    const { out } = await bed.onTerminal(agent);
    expect(out).toContain("NO_ACTIVE_INTENT");
    expect(out).toContain("PERSON_ONLY");
    expect(out).toContain("open a new terminal window");
    expect(await json(bed.writ(["intent", "show", "INT-001", "--json"]))).toMatchObject({
      owned_scope: ["src/auth/**"],
    });
  });
});

it.each([["CLAUDECODE"], ["COPILOT_CLI"], ["GEMINI_CLI"]])("an agent's mark (%s) refuses too", async (mark) => {
  const bed = await guarded();
  const { code, err } = await bed.writ(["intent", "add", "--name", "Mine", "--scope", "**"], { env: { [mark]: "1" } });
  expect(code).toBe(1);
  expect(err).toContain("PERSON_ONLY");
});

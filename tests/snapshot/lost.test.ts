import type { Event } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { openUndoBook } from "../../packages/runtime/src/index.ts";
import { openBed } from "./bed.ts";

const session = { id: "S-1", agent: "claude-code" as const };
const now = () => new Date().toISOString();

/** Ends the turn as an agent does, and gives what its person hears. */
async function stop(bed: Awaited<ReturnType<typeof openBed>>): Promise<string[]> {
  const { messages = [] } = await bed.writ.hear({ name: "turn.end", at: now(), session, cwd: bed.root });
  return [...messages];
}

const openUndos = async (root: string) =>
  (await openUndoBook(root).list()).filter(({ settled }) => settled === undefined);

describe("a call that perhaps never ran, because its person said no at the agent", () => {
  it("is not blamed for what its person edits afterwards", async () => {
    const bed = await openBed();
    await bed.begin("make");
    bed.put("README.md", "my own line\n");
    bed.put("src/auth/jwt.ts", "mine too\n");
    const said = (await stop(bed)).join("\n");
    expect(said).toMatch(/^Perhaps Bash, perhaps somebody else \(nobody saw whether it ran\) changed .*README\.md/);
    expect(said).toMatch(/If that was you: writ undo U-.{6} --keep/);
    expect(await bed.decisions("strayed")).toEqual([]);
    expect(await bed.decisions("drifted")).toMatchObject([
      { paths: ["README.md"], reason: expect.stringMatching(/^U-.{6} no-post-event$/) },
      { paths: ["src/auth/jwt.ts"], reason: "no-post-event" },
    ]);
    expect(await bed.decisions("unmatched")).toHaveLength(1);
    expect(await bed.traces()).toEqual([]);
  });

  it("is told once: neither the model nor the person hears it again with the next call", async () => {
    const bed = await openBed();
    await bed.begin("make");
    bed.put("README.md", "my own line\n");
    await stop(bed);
    const { context = "", messages = [] } = await bed.call(() => {});
    expect([context, ...messages].join("\n")).not.toContain("README.md");
  });

  it("leaves one thing to decide, and one sentence, with all the others of the turn", async () => {
    const bed = await openBed();
    for (const command of ["make", "make test", "make lint"]) await bed.begin(command);
    bed.put("README.md", "my own line\n");
    const messages = await stop(bed);
    expect(messages.filter((one) => one.includes("README.md"))).toHaveLength(1);
    expect(await openUndos(bed.root)).toHaveLength(1);
    expect(await bed.decisions("unmatched")).toHaveLength(3);
  });

  it("does not repeat what another call was told to have changed meanwhile", async () => {
    const bed = await openBed();
    await bed.begin("make");
    await bed.call(() => bed.put("README.md", "by the other\n"), "make test");
    expect(await stop(bed)).toEqual([]);
    expect(await openUndos(bed.root)).toHaveLength(1);
  });

  it("does not run when Writ asked and the person edits what it named", async () => {
    const bed = await openBed();
    const event = (name: Event["name"], command: string): Event => ({
      name,
      at: now(),
      session,
      cwd: bed.root,
      request: { tool: "Bash", input: { command }, callId: "asked" },
    });
    const { verdict } = await bed.writ.before(event("tool.before", "rm src/auth/jwt.ts"), { asks: true });
    expect(verdict.kind).toBe("ask");
    bed.put("README.md", "my own line\n");
    bed.put("src/auth/jwt.ts", "kept, and better\n");
    expect((await stop(bed)).join("\n")).toContain("nobody saw whether it ran");
    expect(await bed.decisions("strayed")).toEqual([]);
  });
});

describe("a call whose end nobody saw, and that ran", () => {
  it.each([
    ["rm src/auth/old.ts", "rm src/auth/old.ts"],
    ["mv src/auth/old.ts src/auth/new.ts", "mv src/auth/old.ts src/auth/new.ts"],
    ["touch src/auth/fresh.ts", "touch src/auth/fresh.ts"],
  ])("is known by what it named: %s", async (command, line) => {
    const bed = await openBed("assurance: { delete: script, command: script }\n");
    bed.put("src/auth/old.ts", "old\n");
    bed.git("add", "-A");
    bed.git("commit", "-qm", "old");
    const event: Event = {
      name: "tool.before",
      at: now(),
      session,
      cwd: bed.root,
      request: { tool: "Bash", input: { command }, callId: "c" },
    };
    const { verdict } = await bed.writ.before(event, { asks: true });
    expect(["pass", "ask"]).toContain(verdict.kind);
    bed.sh(line);
    bed.put("README.md", "ruined\n");
    const said = (await stop(bed)).join("\n");
    expect(said).toContain("nobody saw when it ended");
    expect(await bed.decisions("strayed")).toMatchObject([{ paths: ["README.md"] }]);
    // No call was there to tell the model with.
    expect((await bed.call(() => {})).context).toContain("README.md");
    // It is the session's doing, so it is not run unseen.
    expect((await bed.writ.sessions.read("S-1"))?.strayed).toContain("README.md");
  });

  it("is not taken for one that ran where nothing moved", async () => {
    const bed = await openBed();
    bed.put("src/auth/old.ts", "old\n");
    const event: Event = {
      name: "tool.before",
      at: now(),
      session,
      cwd: bed.root,
      request: { tool: "Bash", input: { command: "mv src/auth/old.ts src/auth/new.ts" }, callId: "c" },
    };
    await bed.writ.before(event, { asks: true });
    bed.put("README.md", "my own line\n");
    expect((await stop(bed)).join("\n")).toContain("nobody saw whether it ran");
  });
});

import { describe, expect, it } from "vitest";
import { isAlive, module, repository, until } from "./hooks-bed.ts";

/** Says which process it runs in, and how often it was asked there. */
const counting = `let asked = 0;
export default (context) => ({ messages_to_user: [\`\${process.pid} \${++asked} \${context.event_type}\`] });
`;

describe("a module", () => {
  it("runs in a child that stays warm, never in this process", async () => {
    const repo = repository();
    repo.declare("m", "SessionStop", module("m", counting));
    await repo.trust();
    const first = (await repo.hear("turn.end"))?.messages?.[0]?.split(" ");
    const second = (await repo.hear("turn.end"))?.messages?.[0]?.split(" ");
    expect(first).toEqual([expect.stringMatching(/^\d+$/), "1", "SessionStop"]);
    expect(second).toEqual([first?.[0], "2", "SessionStop"]);
    expect(Number(first?.[0])).not.toBe(process.pid);
    await repo.hooks.close();
    await until(() => !isAlive(Number(first?.[0])));
  });

  it("that changed runs anew once it is trusted", async () => {
    const repo = repository();
    repo.declare("m", "SessionStop", module("m", "export default () => ({ messages_to_user: ['one'] });"));
    await repo.trust();
    expect((await repo.hear("turn.end"))?.messages).toEqual(["one"]);
    repo.write("hooks/m.mjs", "export default () => ({ messages_to_user: ['two'] });");
    expect(await repo.hear("turn.end")).toBeNull();
    await repo.trust();
    expect((await repo.hear("turn.end"))?.messages).toEqual(["two"]);
  });

  it.each([
    ["JavaScript", "mjs", "export default async () => ({ messages_to_user: ['hi'] });"],
    ["CommonJS", "cjs", "module.exports = () => ({ messages_to_user: ['hi'] });"],
    [
      "TypeScript",
      "ts",
      `import type { Stats } from "node:fs";
import { greeting } from "./greeting.ts";
enum Word { Hi = "hi" }
export default async (context: { session_id: string }): Promise<object> => {
  const stats: Stats | undefined = undefined;
  return { messages_to_user: [greeting(Word.Hi satisfies string)] };
};`,
    ],
    [
      "TypeScript as CommonJS",
      "cts",
      "const word: string = 'hi'; module.exports = () => ({ messages_to_user: [word] });",
    ],
  ])("may be %s", async (_, ending, text) => {
    const repo = repository();
    repo.write("hooks/greeting.ts", "export const greeting = (word: string): string => word;\n");
    repo.declare("m", "SessionStop", module("m", text, "on_failure: warn\n", ending));
    await repo.trust();
    expect((await repo.hear("turn.end"))?.messages).toEqual(["hi"]);
  });

  it("may print what it likes, and say nothing", async () => {
    const repo = repository();
    const text = "export default () => { console.log('{\"error\":\"blocked_by_policy\"}'); console.error('x'); };";
    repo.declare("m", "PreAbilityCall", module("m", text, "blocking: true\n"));
    await repo.trust();
    expect(await repo.hear("tool.before")).toBeNull();
    expect(repo.log()[0]).toMatchObject({ status: "ok" });
  });

  it.each([
    ["throws", "export default () => { throw new TypeError('no'); };", "it threw TypeError: no"],
    ["exits", "export default () => process.exit(0);", "it ended before it answered (exit code 0)"],
    ["exits while it is loaded", "process.exit(3);", "it ended before it answered (exit code 3)"],
    ["does not load", "export default (", "it threw SyntaxError"],
    ["has no default export", "export const x = 1;", "no default export"],
    ["spins", "export default () => { for (;;); };", "it took longer than 700 ms"],
    ["never answers", "export default () => new Promise(() => {});", "it took longer than 700 ms"],
    ["answers with itself", "const a = {}; a.a = a; export default () => a;", "no JSON"],
    ["answers with text", "export default () => 'fine';", "a JSON value where one object belongs"],
    ["answers with megabytes", "export default () => ({ x: 'x'.repeat(3e6) });", "more than 1 MB"],
    ["answers with what no result has", "export default () => ({ logs: 1 });", "logs of its result"],
  ])("that %s fails alone: a guard refuses, and the next module runs", async (_, text, reason) => {
    const repo = repository();
    repo.declare(
      "a",
      "PreAbilityCall",
      module("a", text, `blocking: true\ntimeout_ms: ${reason.includes("700") ? 700 : 10_000}\n`),
    );
    repo.declare("b", "PreAbilityCall", module("b", "export default () => ({ messages_to_user: ['fine'] });"));
    await repo.trust();
    const told = await repo.hear("tool.before");
    expect(told?.deny?.code).toMatch(/^HOOK_/);
    expect(told?.messages).toEqual(["fine"]);
    expect(repo.log()[0]?.reason).toContain(reason);
  });

  it("has its tools at hand", async () => {
    const repo = repository();
    const text = `export default async (context, tools) => {
      await tools.append(".system/logs/mine.md", "one line\\n");
      const { code } = await tools.run(["git", "--version"]);
      return { messages_to_user: [tools.root, String(code), String(tools.signal.aborted)] };
    };`;
    repo.declare("m", "SessionStop", module("m", text));
    await repo.trust();
    expect((await repo.hear("turn.end"))?.messages).toEqual([repo.root, "0", "false"]);
    expect(repo.read(".system/logs/mine.md")).toBe("one line\n");
  });

  it("makes room: of five that are used in turn at most four stay", async () => {
    const repo = repository();
    for (const id of ["a", "b", "c", "d", "e"])
      repo.declare(
        id,
        "SessionStop",
        module(id, "export default () => ({ messages_to_user: [String(process.pid)] });"),
      );
    await repo.trust();
    const pids = ((await repo.hear("turn.end"))?.messages ?? []).map(Number);
    expect(new Set(pids).size).toBe(5);
    await until(() => pids.filter(isAlive).length <= 4);
    expect(((await repo.hear("turn.end"))?.messages ?? []).length).toBe(5);
  });
});

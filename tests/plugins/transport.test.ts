import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { broken, framing, prove } from "./bed.ts";

/** What the plugins use of it. */
interface Line {
  root(): string | null;
  bringsTools(other: string): boolean;
  guard(payload: object): Promise<{ deny?: string; ask?: string; context?: string }>;
  tell(event: string, payload: object): Promise<object>;
}

const transport = new URL("../../packages/adapters/plugins/transport.js", import.meta.url);
const { connect }: { connect(settings: object): Line } = await import(transport.href);

const call = { id: "c", tool: "write", input: {} };
const passing = `${framing}echo '{}' | frame 0\n`;

/** A line with little patience, and a shim at its end. */
function aLine(shim: string, settings: { deadline?: number; telling?: number } = {}) {
  const { root, remove, write } = scratch({}, null);
  onTestFinished(remove);
  write(".orchestration/writ.sh", shim);
  prove(root);
  const module = pathToFileURL(join(root, ".opencode", "plugin", "writ.js")).href;
  const line = connect({ agent: "opencode", module, reads: ["read"], places: () => [], deadline: 600, ...settings });
  return { root, line, payload: { session: "s", cwd: root, call } };
}

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe("a shim that hangs", () => {
  it.each(["hanging", "hanging with its output open"] as const)("is %s: refused in time, and ended", async (how) => {
    const { root, line, payload } = aLine(`echo $$ >"\${0%/*}/pid"\n${broken[how]}`);
    const since = performance.now();
    expect((await line.guard(payload)).deny).toContain("did not answer within 0.6 seconds");
    expect(await line.guard({ ...payload, call: { ...call, tool: "read" } })).toEqual({});
    expect(performance.now() - since).toBeLessThan(3_000);
    const pid = Number(readFileSync(join(root, ".orchestration", "pid"), "utf8"));
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it("is not waited for as long the next time, until it answers again", async () => {
    const { root, line, payload } = aLine("sleep 60\n", { deadline: 3_000 });
    expect((await line.guard(payload)).deny).toContain("within 3 seconds");
    expect((await line.guard(payload)).deny).toContain("within 2 seconds");
    writeFileSync(join(root, ".orchestration", "writ.sh"), passing);
    expect(await line.guard(payload)).toEqual({});
    writeFileSync(join(root, ".orchestration", "writ.sh"), "sleep 60\n");
    expect((await line.guard(payload)).deny).toContain("within 3 seconds");
  });

  it("may finish a report that nobody waits for any more", async () => {
    const { root, line, payload } = aLine(`sleep 1; touch "\${0%/*}/done"\n`, { telling: 200 });
    const since = performance.now();
    expect(await line.tell("tool.after", payload)).toEqual({});
    expect(performance.now() - since).toBeLessThan(900);
    await expect.poll(() => existsSync(join(root, ".orchestration", "done")), { timeout: 5_000 }).toBe(true);
  });
});

describe("an answer", () => {
  it.each([
    ['{"deny":"no"}', 0, { deny: "no" }],
    ['{"deny":"no","decision":"deny"}', 2, { deny: "no" }],
    ['{"ask":"may it?"}', 0, { ask: "may it?" }],
    ['{"context":"c"}', 0, { context: "c" }],
    ["  {}\n", 0, {}],
    ['{"deny":""}', 0, {}],
    ['{"deny":1,"context":["c"],"__proto__":{"deny":"no"}}', 0, {}],
    ['{"messages":["a","",3,"b"]}', 0, { messages: ["a", "b"] }],
    ['{"deny":"no","messages":["a"]}', 0, { deny: "no", messages: ["a"] }],
    ['{"messages":"a"}', 0, {}],
    ['{"deny":"no","context":"c"}', 0, { deny: "no\n\nc" }],
    ['{"ask":"may it?","context":"c"}', 0, { ask: "may it?", context: "c" }],
    ['{"messages":[]}', 0, {}],
  ])("%s with exit code %i", async (text, code, expected) => {
    const { line, payload } = aLine(`${framing}cat >/dev/null; echo '${text}' | frame ${code}; exit ${code}\n`);
    expect(await line.guard(payload)).toEqual(expected);
  });

  it("without end is no answer", async () => {
    const { line, payload } = aLine("yes\n", { deadline: 10_000 });
    expect((await line.guard(payload)).deny).toContain("could not check");
  });
});

describe("a proof", () => {
  it.each([
    ["missing", null],
    ["empty", ""],
    ["another one", `${"f".repeat(48)}\n`],
    ["short", "0123456789abcdef\n"],
  ])("that is %s lets nothing pass but reading", async (_, held) => {
    const { root, line, payload } = aLine(passing);
    const file = join(root, ".orchestration", ".state", "seal");
    if (held === null) rmSync(file);
    else writeFileSync(file, held);
    expect((await line.guard(payload)).deny).toContain("could not check");
    expect(await line.guard({ ...payload, call: { ...call, tool: "read" } })).toEqual({});
  });
});

describe("the repository", () => {
  it("is the one the plugin was installed in, whatever lies where the agent stands", async () => {
    const { root, payload } = aLine(passing);
    const inner = join(root, "vendor", "inner");
    mkdirSync(join(inner, ".orchestration"), { recursive: true });
    writeFileSync(join(inner, ".orchestration", "writ.sh"), 'echo \'{"deny":"the inner one"}\'\n');
    const module = pathToFileURL(join(root, ".opencode", "plugin", "writ.js")).href;
    const line = connect({ agent: "opencode", module, reads: [], places: () => [inner] });
    expect(await line.guard(payload)).toEqual({});
    expect(line.root()).toBe(root);
  });

  it("is found from where the agent stands when the plugin lies elsewhere", () => {
    const { root } = aLine(passing);
    const below = join(root, "src", "deep");
    const line = connect({
      agent: "pi",
      module: "data:text/javascript,1",
      reads: [],
      places: () => [undefined, "", below],
    });
    expect(line.root()).toBe(root);
  });
});

describe("a plugin in the settings of a user", () => {
  /** Lies outside the repository its agent works in. */
  function ofUser(files: Record<string, string>, name = "writ-user.js") {
    const { root, remove, write } = scratch(files, null);
    const home = scratch({}, null);
    onTestFinished(remove);
    onTestFinished(home.remove);
    const module = pathToFileURL(join(home.root, "plugin", name)).href;
    const line = connect({ agent: "opencode", module, reads: ["read"], places: () => [join(root, "src")] });
    mkdirSync(join(root, "src"), { recursive: true });
    return { root, write, line, payload: { session: "s", cwd: join(root, "src"), call } };
  }

  it("is silent where nothing is governed, and brings no tools", async () => {
    const { line, payload } = ofUser({});
    expect(await line.guard(payload)).toEqual({});
    expect(await line.tell("session.start", payload)).toEqual({});
    expect(line.bringsTools("/nowhere")).toBe(false);
  });

  it("asks Writ in a repository that is wired for another agent only, from any folder in it", async () => {
    const shim = `${framing}echo '{"deny":"'"$WRIT_HOOK_LEVEL $1 $2"'"}' | frame 0\n`;
    const { root, line, payload } = ofUser({ ".orchestration/writ.sh": shim });
    prove(root);
    expect(await line.guard(payload)).toEqual({ deny: "user opencode tool.before" });
    expect(line.bringsTools("/nowhere")).toBe(true);
  });

  it.each(["writ-user.js", "writ.js"])("named %s denies where the record is all that is left", async (name) => {
    const { line, payload, write } = ofUser({}, name);
    write(".git/writ/governed", "governed\n.\n");
    expect((await line.guard(payload)).deny).toMatch(/^SIDECAR_MISSING: .*git checkout \.orchestration/);
    expect(await line.guard({ ...payload, call: { ...call, tool: "read" } })).toEqual({});
    expect(line.bringsTools("/nowhere")).toBe(true);
  });

  it.each([
    ["hooks-only\n.\n", {}],
    ["governed\napp\n", {}],
    ["governed\nsrc\n", { deny: expect.stringContaining("SIDECAR_MISSING") }],
  ])("heeds the record %j", async (record, said) => {
    const { line, payload, write } = ofUser({});
    write(".git/writ/governed", record);
    expect(await line.guard(payload)).toEqual(said);
  });

  it("of a repository, without a shim and without a record, denies as before", async () => {
    const { line, payload } = ofUser({}, "writ.js");
    expect((await line.guard(payload)).deny).toContain("there is no .orchestration/writ.sh here");
  });
});

import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inDepth } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { isAlive, module, repository, script, until } from "./hooks-bed.ts";

/** Handlers that do not do what they should (G017-G021), and what is said about them. */
const broken: readonly (readonly [string, string, string])[] = [
  ["exits 1", "exit 1", "it ended with exit code 1"],
  ["prints text", "echo all is well", "text that is not JSON"],
  ["prints noise before its JSON", 'echo noise; echo \'{"error":"blocked_by_policy"}\'', "text that is not JSON"],
  ["prints two objects", "echo '{}{}'", "more than one JSON object"],
  ["prints a list", "echo '[]'", "a list"],
  ["prints megabytes", "yes", "more than 1 MB"],
  ["prints what no result has", "echo '{\"logs\": 1}'", "logs of its result"],
  ["hangs", "sleep 60", "it took longer than 400 ms"],
];

describe.each(broken)("a handler that %s", (_, line, reason) => {
  const time = `timeout_ms: ${line.startsWith("sleep") ? 400 : 10_000}\n`;

  it("refuses the call where the hook is blocking", async () => {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", script("guard", line, `blocking: true\n${time}`));
    await repo.trust();
    const told = await repo.hear("tool.before");
    expect(told?.deny?.code).toBe(line === "sleep 60" ? "HOOK_TIMEOUT" : "HOOK_INTERNAL_ERROR");
    expect(repo.log().at(-1)?.reason).toContain(reason);
  });

  it("is reported with on_failure: warn, and otherwise only written down", async () => {
    const repo = repository();
    repo.declare("loud", "PreAbilityCall", script("loud", line, `on_failure: warn\n${time}`));
    repo.declare("quiet", "PreAbilityCall", script("quiet", line, time));
    await repo.trust();
    const told = await repo.hear("tool.before");
    expect(told?.deny).toBeUndefined();
    expect(told?.messages).toHaveLength(1);
    expect(told?.messages?.[0]).toContain("loud");
    expect(repo.log().map(({ hook_id }) => hook_id)).toEqual(["loud", "quiet"]);
  });
});

describe("a handler that is fine", () => {
  it.each([
    ["prints nothing", "true"],
    ["closes its input and writes on", "exec <&-; echo '{}'"],
    ["has a byte order mark", "printf '\\357\\273\\277{}'"],
    ["forks and leaves children", "sleep 60 & echo $! > pid; echo '{}'"],
  ])("%s", async (_, line) => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", script("h", line, "blocking: true\n"));
    await repo.trust();
    expect(await repo.hear("tool.before")).toBeNull();
    expect(repo.log()).toMatchObject([{ hook_id: "h", status: "ok", event_type: "PreAbilityCall" }]);
    if (line.startsWith("sleep")) {
      const pid = Number(repo.read("pid"));
      await until(() => !isAlive(pid));
    }
  });

  it("refuses by saying so, and its words are the reason", async () => {
    const repo = repository();
    const answer = '{"error":"blocked_by_policy","messages_to_user":["Not on Fridays."]}';
    repo.declare("fridays", "PreAbilityCall", script("fridays", `echo '${answer}'`));
    await repo.trust();
    const told = await repo.hear("tool.before");
    expect(told?.deny).toMatchObject({ code: "BLOCKED_BY_POLICY", message: "Not on Fridays." });
  });

  it("stands at the root with a clean environment, and is told where it is", async () => {
    const repo = repository();
    repo.declare("env", "SessionStop", script("env", "pwd > out; env >> out; cat > in", "env: [WANTED]\n"));
    await repo.trust();
    const hooks = repo.open({
      PATH: `node_modules/.bin:${repo.root}/bin:${process.env.PATH}`,
      WANTED: "w",
      API_KEY: "k",
    });
    const layer = await hooks.layer({ environment: "staging", depth: 0 });
    await layer.hear(
      { name: "turn.end", at: "2026-11-15T10:00:00.000Z", session: { id: "s", agent: "codex" }, cwd: repo.root },
      { changed: async () => ["src/a.ts"] },
    );
    const [cwd, ...lines] = repo.read("out").split("\n");
    expect(cwd).toBe(repo.root);
    expect(lines).toEqual(
      expect.arrayContaining(["WANTED=w", "WRIT_HOOK_DEPTH=1", "WRIT_HOOK_ID=env", `WRIT_ROOT=${repo.root}`]),
    );
    expect(lines.join("\n")).not.toContain("API_KEY");
    expect(lines.find((one) => one.startsWith("PATH="))).not.toContain(repo.root);
    expect(JSON.parse(repo.read("in"))).toMatchObject({
      event_type: "SessionStop",
      agent: "codex",
      environment: "staging",
      changed_files: ["src/a.ts"],
      repository_root: repo.root,
    });
  });
});

describe("what cannot be run", () => {
  it.each([
    ["behind a file", "./.orchestration/config.yaml/x"],
    ["with a name no file can have", `./${"x".repeat(5000)}`],
  ])("a command %s is one nobody can run, and no fault", async (_, command) => {
    const repo = repository();
    repo.write(".orchestration/config.yaml", "");
    repo.write(
      ".system/hooks/h.yaml",
      `id: h\nevent_type: PreAbilityCall\nhandler: {kind: script, command: "${command}"}\n`,
    );
    const { hooks } = await repo.look();
    expect(hooks[0]?.problem).toContain("there is no file");
    expect(await repo.hear("tool.before")).toBeNull();
  });

  it.each([
    ["missing", (root: string) => rmSync(join(root, "hooks/h.sh")), "there is no file ./hooks/h.sh"],
    ["not executable", (root: string) => chmodSync(join(root, "hooks/h.sh"), 0o644), "chmod +x ./hooks/h.sh"],
    [
      "a directory",
      (root: string) => {
        rmSync(join(root, "hooks/h.sh"));
        mkdirSync(join(root, "hooks/h.sh"));
      },
      "is a folder",
    ],
    [
      "behind a file where its folder was",
      (root: string) => {
        rmSync(join(root, "hooks"), { recursive: true });
        writeFileSync(join(root, "hooks"), "");
      },
      "there is no file",
    ],
    [
      "a link out of the repository",
      (root: string) => {
        rmSync(join(root, "hooks/h.sh"));
        symlinkSync("/bin/true", join(root, "hooks/h.sh"));
      },
      "a link out of the repository",
    ],
    [
      "behind a link out of the repository",
      (root: string) => {
        rmSync(join(root, "hooks"), { recursive: true });
        symlinkSync("/bin", join(root, "hooks"));
      },
      "there is no file",
    ],
  ])("a handler that is %s", async (_, breakIt, reason) => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", script("h", "true", "blocking: true\n"));
    await repo.trust();
    breakIt(repo.root);
    const { hooks } = await repo.look();
    expect(hooks[0]?.problem).toContain(reason);
    // Somebody relied on this guard.
    expect((await repo.hear("tool.before"))?.deny?.code).toMatch(/^HOOK_(UNTRUSTED|INTERNAL_ERROR)$/);
  });
});

describe("a script that is not there", () => {
  it.each([
    ["sh scripts/ghost.sh", "there is no file scripts/ghost.sh"],
    ["env sh ./ghost", "there is no file ./ghost"],
    ["sh -e /nowhere/ghost.sh", "there is no file /nowhere/ghost.sh"],
    ["sh hooks", "hooks is a folder"],
  ])("is noticed behind its interpreter: %s", async (command, reason) => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", { yaml: `handler: { kind: script, command: ${command} }\n` });
    repo.write("hooks/x.sh", "");
    await repo.trust();
    const { hooks } = await repo.look();
    expect(hooks[0]).toMatchObject({ problem: expect.stringContaining(reason), standing: "untrusted" });
    // That nobody trusts it is the lesser news.
    await repo.hear("tool.before");
    expect(repo.log()[0]).toMatchObject({ status: "skipped", reason: expect.stringContaining(reason) });
  });
});

it.each([
  ["#!/nowhere/python9", "the interpreter in its first line, /nowhere/python9, was not found"],
  ["#!/bin/sh\r", "the line ends in a carriage return"],
])("a handler that begins with %j says that its interpreter was not found", async (line, reason) => {
  const repo = repository();
  repo.declare("h", "SessionStop", script("h", "true"));
  repo.write("hooks/h.sh", `${line}\ntrue\n`);
  await repo.trust();
  await repo.hear("turn.end");
  expect(repo.log()[0]).toMatchObject({ status: "failed", reason: expect.stringContaining(reason) });
});

it("tells the model only of documents that are there", async () => {
  const repo = repository();
  repo.write("docs/a.md", "");
  repo.write("docs/c.md", "");
  symlinkSync("/etc/passwd", join(repo.root, "docs/out.md"));
  const paths = [
    "docs/gone.md",
    "../../etc/passwd",
    "/etc/passwd",
    "docs/out.md",
    "docs",
    "",
    "docs/a.md",
    "docs/c.md#x",
  ];
  const documents = [...paths, join(repo.root, "docs/b.md")].map((path) => ({ path, reason: "why" }));
  repo.write("docs/b.md", "");
  repo.write("answer.json", JSON.stringify({ suggested_documents: documents }));
  repo.declare("h", "UserPromptSubmit", script("h", "cat answer.json"));
  await repo.trust();
  const told = await repo.hear("prompt.submit", { prompt: "hello" });
  expect(told?.context?.split("\n").slice(1)).toEqual(["- docs/a.md: why", "- docs/c.md#x: why", "- docs/b.md: why"]);
  expect(repo.read(".system/logs/hooks.log")).toContain(
    "It suggests ../../etc/passwd, which is no file of this repository",
  );
});

describe("trust", () => {
  it("comes before the first run: a repository just cloned runs nothing", async () => {
    const repo = repository();
    repo.declare("h", "SessionStart", script("h", "touch ran"));
    repo.declare("m", "SessionStart", module("m", 'import { writeFileSync } from "node:fs"; writeFileSync("ran", "")'));
    const told = await repo.hear("session.start");
    expect(() => repo.read("ran")).toThrow("ENOENT");
    expect(told?.messages).toEqual([
      "Hooks of this repository that do not run until you have looked at them (writ trust): h, m.",
    ]);
  });

  it.each([
    [
      "its handler changes",
      (write: (path: string, text: string) => void) => write("hooks/h.sh", "#!/bin/sh\ntrue # x\n"),
    ],
    [
      "its definition changes",
      (write: (path: string, text: string) => void) =>
        write(
          ".system/hooks/h.yaml",
          "id: h\nevent_type: PreAbilityCall\nblocking: true\nhandler: { kind: script, command: ./hooks/h.sh }\n# x\n",
        ),
    ],
  ])("ends when %s: a guard refuses until it is trusted again", async (_, change) => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", script("h", "true", "blocking: true\n"));
    await repo.trust();
    expect(await repo.hear("tool.before")).toBeNull();
    change(repo.write);
    const told = await repo.hear("tool.before");
    expect(told?.deny).toMatchObject({ code: "HOOK_UNTRUSTED", meta: { hook: "h" } });
    await repo.trust();
    expect(await repo.hear("tool.before")).toBeNull();
  });

  it("that is lost keeps an observer from running, and refuses nothing", async () => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", script("h", "touch ran"));
    await repo.trust();
    repo.write("hooks/h.sh", "#!/bin/sh\ntouch ran # other\n");
    expect(await repo.hear("tool.before")).toBeNull();
    expect(await repo.hear("tool.before")).toBeNull();
    expect(() => repo.read("ran")).toThrow("ENOENT");
    // Written down once, not for every call.
    expect(repo.log()).toMatchObject([{ hook_id: "h", status: "skipped" }]);
  });

  it("covers what an interpreter is given, and a guard nobody trusted refuses nothing", async () => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", {
      yaml: "blocking: true\nhandler: { kind: script, command: sh hooks/h.sh --quiet }\n",
      files: { "hooks/h.sh": "exit 1\n" },
    });
    expect(await repo.hear("tool.before")).toBeNull();
    await repo.trust();
    expect((await repo.hear("tool.before"))?.deny?.code).toBe("HOOK_INTERNAL_ERROR");
    repo.write("hooks/h.sh", "exit 0\n");
    expect((await repo.hear("tool.before"))?.deny?.code).toBe("HOOK_UNTRUSTED");
  });

  it("that came with the repository counts for nothing", async () => {
    const repo = repository();
    repo.declare("h", "SessionStart", script("h", "touch ran"));
    await repo.trust();
    repo.git("add", "-f", "-A");
    repo.git("commit", "-q", "-m", "with state");
    rmSync(join(repo.root, ".orchestration/.state/home.json"), { force: true });
    await expect(repo.hear("session.start")).rejects.toMatchObject({ problem: { code: "SIDECAR_INVALID" } });
  });
});

describe("many and deep", () => {
  it("runs many hooks of one event within its time, in their order", async () => {
    const repo = repository();
    const ids = Array.from({ length: inDepth(40, 200) }, (_, at) => `h${String(at).padStart(3, "0")}`);
    repo.write("hooks/all.sh", '#!/bin/sh\necho "{\\"messages_to_user\\":[\\"$WRIT_HOOK_ID\\"]}"\n');
    chmodSync(join(repo.root, "hooks/all.sh"), 0o755);
    for (const id of ids)
      repo.declare(id, "SessionStop", { yaml: "handler: { kind: script, command: ./hooks/all.sh }\n" });
    await repo.trust();
    const told = await repo.hear("turn.end");
    expect(told?.messages?.slice(0, 19)).toEqual(ids.slice(0, 19));
    expect(repo.log()).toHaveLength(ids.length);
  });

  it("lets only guards run below a handler, and refuses three deep", async () => {
    const repo = repository();
    repo.declare("guard", "PreAbilityCall", script("guard", "echo x >> ran"));
    repo.declare("watch", "PostAbilityCall", script("watch", "touch watched"));
    await repo.trust();
    expect(await repo.hear("tool.before", {}, {}, { depth: 1 })).toBeNull();
    expect(await repo.hear("tool.after", {}, {}, { depth: 1 })).toBeNull();
    expect(() => repo.read("watched")).toThrow("ENOENT");
    expect(await repo.hear("tool.before", {}, {}, { depth: 2 })).toBeNull();
    expect((await repo.hear("tool.before", {}, {}, { depth: 3 }))?.deny?.code).toBe("BLOCKED_BY_POLICY");
    expect(repo.read("ran")).toBe("x\nx\n");
  });

  it("answers from its cache while the context is the same and the time is not over", async () => {
    const repo = repository();
    repo.declare("h", "PreAbilityCall", script("h", "echo x >> ran", "cache: { ttl_ms: 60000 }\n"));
    await repo.trust();
    await repo.hear("tool.before");
    await repo.hear("tool.before", { at: "2026-11-15T11:00:00.000Z" });
    expect(repo.read("ran")).toBe("x\n");
    await repo.hear("tool.before", { session: { id: "other", agent: "codex" } });
    expect(repo.read("ran")).toBe("x\nx\n");
    expect(repo.log().map(({ cached }) => cached)).toEqual([undefined, true, undefined]);
  });
});

it("writes no secret of a handler down, and no line longer than 4 KB", async () => {
  const repo = repository();
  const secret = `ghp_${"a".repeat(36)}`;
  const said = JSON.stringify({ logs: [{ level: "info", message: `${secret} ${"é".repeat(9000)}` }] });
  repo.write("answer.json", said);
  repo.declare("h", "SessionStop", script("h", `echo token=${secret} >&2; cat answer.json`));
  await repo.trust();
  await repo.hear("turn.end");
  const text = readFileSync(join(repo.root, ".system/logs/hooks.log"), "utf8");
  expect(text).not.toContain(secret);
  for (const line of text.trimEnd().split("\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(4096);
  expect(repo.git("status", "--porcelain", "-uall")).not.toContain(".system/logs");
});

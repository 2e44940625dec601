import { chmodSync, mkdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository, script } from "./hooks-bed.ts";

const fine = "id: fine\nevent_type: SessionStop\nhandler: { kind: script, command: ./hooks/fine.sh }\n";
const at = (path: string) => `.system/hooks/${path}`;

const nested = `match:\n${Array.from({ length: 5_000 }, (_, at) => ` k${at}: 1\n`).join("")}`;

/** A broken file beside a good one: where and how it is reported. */
const files: readonly (readonly [string, string | Uint8Array, number, string])[] = [
  ["invalid YAML", "id: [\n", 2, "not valid YAML"],
  ["not UTF-8", Uint8Array.of(0x69, 0x64, 0x3a, 0x20, 0xff), 0, "not UTF-8"],
  ["empty", "# nothing\n", 0, "it is empty"],
  ["a list", "- id: x\n", 1, ""],
  ["two documents", `${fine}---\n${fine}`, 4, "more than one YAML document"],
  [
    "an alias bomb",
    `a: &a [1,1,1,1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nid: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]\n`,
    0,
    "it cannot be read",
  ],
  ["too large", `${fine}# ${"x".repeat(300_000)}\n`, 0, "larger than 64 KB"],
  ["full of keys", `${fine}${Array.from({ length: 5_000 }, (_, at) => `k${at}: 1\n`).join("")}`, 0, "more than 500"],
  ["full of keys of keys", `${fine}${nested}`, 0, "more than 500"],
  [
    "full of references",
    `id: &a x\neffects: [${Array.from({ length: 15_000 }, () => "*a").join(",")}]\n`,
    0,
    "too many references",
  ],
  ["one with a key twice", `${fine}id: other\n`, 4, "Map keys must be unique"],
  ["an unknown event", fine.replace("SessionStop", "SessionStopp"), 2, "did you mean SessionStop"],
  ["an unknown filter", `${fine}match:\n  ability: x\n`, 5, "ability"],
  ["an unknown key", `${fine}colour: red\n`, 4, "colour"],
  ["a taken id", fine, 1, "is taken by .system/hooks/fine.yaml"],
];

describe("a hook file", () => {
  it.each(files)("that is %s is reported, and the others are read", async (_, text, line, reason) => {
    const repo = repository();
    repo.write(at("fine.yaml"), fine);
    repo.write(at("zz.yaml"), text);
    const began = performance.now();
    const { hooks, findings } = await repo.look();
    // Minutes, where something is compared with everything else.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(hooks.map(({ hook }) => hook.id)).toEqual(["fine"]);
    expect(findings).toMatchObject([{ file: at("zz.yaml"), line, severity: "error" }]);
    expect(findings[0]?.message).toContain(reason);
  });

  it.each([
    ["a directory", (path: string) => mkdirSync(path), "it is a folder, not a file"],
    ["a link to nothing", (path: string) => symlinkSync("nowhere", path), "it is a link"],
    ["a link within the repository", (path: string) => symlinkSync("fine.yaml", path), "it is a link"],
    [
      "a link out of the repository",
      (path: string) => {
        const target = join(tmpdir(), `writ-out-${process.pid}.yaml`);
        writeFileSync(target, fine);
        symlinkSync(target, path);
      },
      "it is a link",
    ],
  ])("that is %s is reported", async (_, make, reason) => {
    const repo = repository();
    repo.write(at("fine.yaml"), fine);
    make(join(repo.root, at("zz.yaml")));
    const { hooks, findings } = await repo.look();
    expect(hooks).toHaveLength(1);
    expect(findings).toMatchObject([{ file: at("zz.yaml"), message: expect.stringContaining(reason) }]);
  });

  it("is not read through a folder that is a link out of the repository", async () => {
    const repo = repository();
    const other = repository();
    other.write("fine.yaml", fine);
    symlinkSync(other.root, join(repo.root, ".system/hooks"));
    const { hooks, findings } = await repo.look();
    expect(hooks).toEqual([]);
    expect(findings).toMatchObject([{ file: ".system/hooks", message: expect.stringContaining("it is a link") }]);
  });

  it("is not read when all of them together are too large", async () => {
    const repo = repository();
    for (let number = 0; number < 20; number++)
      repo.write(at(`h${number}.yaml`), `${fine.replace(/^id: .*$/m, `id: h${number}`)}# ${"x".repeat(60_000)}\n`);
    const { hooks, findings } = await repo.look();
    expect(hooks.length).toBeLessThan(20);
    expect(findings[0]?.message).toContain("together are larger than 1024 KB");
  });

  it("names every hook of a circle", async () => {
    const repo = repository();
    for (const [id, after] of [
      ["a", "b"],
      ["b", "a"],
    ])
      repo.declare(id ?? "", "SessionStop", script(id ?? "", "true", `after: ${after}\n`));
    repo.write(at("fine.yaml"), fine);
    const { hooks, findings } = await repo.look();
    expect(hooks.map(({ hook }) => hook.id)).toEqual(["fine"]);
    expect(findings.map(({ file, line }) => [file, line])).toEqual([
      [at("a.yaml"), 4],
      [at("b.yaml"), 4],
    ]);
  });

  it("takes the place of one of Writ's own, also to switch it off", async () => {
    const repo = repository({ builtins: true });
    const own = async () =>
      (await repo.look()).hooks.filter(({ isReplaced }) => !isReplaced).map(({ hook }) => hook.source);
    expect(await own()).toContain("builtin:post_tool_use_tracker");
    repo.write(
      at("x.yaml"),
      `id: post_tool_use_tracker\nevent_type: PostAbilityCall\nenabled: false\nhandler: { kind: module, command: "builtin:post_tool_use_tracker" }\n`,
    );
    expect(await own()).not.toContain("builtin:post_tool_use_tracker");
    expect(await own()).toContain(at("x.yaml"));
  });
});

describe("a change", () => {
  it("is noticed at once, also one that keeps size and time", async () => {
    const repo = repository();
    repo.declare("h", "SessionStop", script("h", 'echo \'{"messages_to_user":["one"]}\''));
    await repo.trust();
    expect((await repo.hear("turn.end"))?.messages).toEqual(["one"]);
    const file = join(repo.root, at("h.yaml"));
    const { atime, mtime } = statSync(file);
    writeFileSync(file, repo.read(at("h.yaml")).replace("SessionStop", "SessionStrt".slice(0, 11)));
    utimesSync(file, atime, mtime);
    expect(await repo.hear("turn.end")).toBeNull();
    rmSync(file);
    expect(await repo.hear("turn.end")).toBeNull();
  });

  it("of what was compiled makes no difference: what cannot be used is read anew", async () => {
    const repo = repository();
    repo.declare("h", "SessionStop", script("h", 'echo \'{"messages_to_user":["one"]}\''));
    await repo.trust();
    await repo.hear("turn.end");
    repo.write(
      ".orchestration/.state/compiled/hooks.json",
      '{"format":1,"source":"","value":{"hooks":[{}],"findings":[]}}',
    );
    const other = repo.open();
    const layer = await other.layer({ environment: "dev", depth: 0 });
    expect(layer.guarded()).toEqual(["hooks/h.sh", "hooks"]);
    chmodSync(join(repo.root, "hooks/h.sh"), 0o755);
  });
});

it("listens to nothing where nobody does", async () => {
  const repo = repository();
  repo.declare("h", "SessionStop", script("h", "true", "enabled: false\n"));
  repo.declare("i", "SessionStop", script("i", "true", "environments: production\n"));
  await repo.trust();
  const layer = await repo.hooks.layer({ environment: "dev", depth: 0 });
  const session = { id: "s", agent: "codex" } as const;
  const event = { at: "2026-11-15T10:00:00.000Z", session, cwd: repo.root };
  expect(layer.listens({ ...event, name: "tool.before" })).toBe(false);
  expect(await repo.hear("turn.end")).toBeNull();
});

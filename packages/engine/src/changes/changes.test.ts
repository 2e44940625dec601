import type { FileState, Tier, UndoFile } from "@writ/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ownerOf } from "../globs.ts";
import { tierOf } from "../paths/tier.ts";
import { tamperedWith } from "./alarms.ts";
import { changesBetween, type Sides } from "./changes-between.ts";
import { sourcesOf } from "./derived.ts";
import { type Author, fateOf } from "./fate.ts";
import { mergeUndo } from "./merge-undo.ts";

const file = (hash: string, over: Partial<FileState> = {}): FileState => ({
  kind: "file",
  hash,
  mode: 0o644,
  size: 3,
  changedAt: 1,
  stamp: "s",
  ...over,
});
const side = (path: string, before: FileState | null, after: FileState | null): Sides => ({ path, before, after });

describe("what is different between two moments", () => {
  it.each<[string, Sides[], string[]]>([
    ["nothing", [side("a", file("1"), file("1")), side("b", null, null)], []],
    ["another time is no change", [side("a", file("1"), file("1", { stamp: "t", changedAt: 2 }))], []],
    ["content", [side("a", file("1"), file("2"))], ["modify a"]],
    ["whether it can be run", [side("a", file("1"), file("1", { mode: 0o755 }))], ["modify a"]],
    ["a file that became a link", [side("a", file("1"), file("1", { kind: "link" }))], ["modify a"]],
    ["created and deleted", [side("b", null, file("1")), side("a", file("2"), null)], ["delete a", "create b"]],
    ["renamed", [side("b", null, file("1")), side("a", file("1"), null)], ["rename a > b"]],
    [
      "two files of one content are paired by name",
      [
        side("x/a", file("1"), null),
        side("x/b", file("1"), null),
        side("y/b", null, file("1")),
        side("y/a", null, file("1")),
      ],
      ["rename x/a > y/a", "rename x/b > y/b"],
    ],
    [
      "empty files are all alike",
      [side("a", file("0", { size: 0 }), null), side("b", null, file("0", { size: 0 }))],
      ["delete a", "create b"],
    ],
  ])("%s", (_, sides, expected) => {
    const told = changesBetween(sides).map(({ op, path, from }) =>
      from === undefined ? `${op} ${path}` : `${op} ${from} > ${path}`,
    );
    expect(told).toEqual(expected);
  });

  it("tells every path that differs, at one end or the other, exactly once", () => {
    const state = fc.option(
      fc.constantFrom("1", "2", "3").map((hash) => file(hash)),
      { nil: null },
    );
    const sides = fc.uniqueArray(fc.record({ path: fc.string({ minLength: 1 }), before: state, after: state }), {
      selector: ({ path }) => path,
    });
    fc.assert(
      fc.property(sides, (given) => {
        const told = changesBetween(given).flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
        const differing = given.filter(({ before, after }) => before?.hash !== after?.hash).map(({ path }) => path);
        expect(told.sort()).toEqual(differing.sort());
      }),
    );
  });
});

describe("what becomes of a change", () => {
  const author = (over: Partial<Author> = {}): Author => ({
    owns: ownerOf(["src/auth/**", "package.json", ".github/**"]),
    isNamed: () => false,
    isScratch: (path) => path.startsWith("tmp/"),
    tier: (path): Tier => tierOf(path),
    derives: false,
    ...over,
  });
  const runner = { derives: true };
  const named = { isNamed: () => true };
  it.each<[string, string | undefined, Partial<Author>, string]>([
    ["src/auth/a.ts", undefined, {}, "claimed"],
    ["src/billing/a.ts", undefined, {}, "scope"],
    ["src/auth/a.ts", "src/billing/a.ts", {}, "scope"],
    ["src/billing/a.ts", undefined, named, "named"],
    [".claude/settings.json", undefined, named, "protected"],
    [".github/workflows/ci.yml", undefined, {}, "sensitive"],
    ["package.json", undefined, {}, "sensitive"],
    ["package.json", undefined, runner, "claimed"],
    ["package-lock.json", undefined, runner, "claimed"],
    ["package-lock.json", undefined, {}, "scope"],
    ["packages/a/package-lock.json", undefined, runner, "scope"],
    ["src/auth/__snapshots__/a.test.ts.snap", undefined, { ...runner, owns: ownerOf(["src/auth/*.ts"]) }, "claimed"],
    ["tmp/x", undefined, {}, "free"],
    ["src/auth/a.ts", undefined, { owns: () => false }, "scope"],
  ])("%s (from %s) under %j: %s", (path, from, over, expected) => {
    const fate = fateOf(from === undefined ? { path } : { path, from }, author(over));
    expect(fate.kind === "strayed" ? fate.why : fate.kind).toBe(expected);
  });

  it.each([
    ["a/Cargo.lock", ["a/Cargo.toml"]],
    ["go.sum", ["go.mod"]],
    ["t/__snapshots__/x.test.ts.snap", ["t/x.test.ts", "t/x.test.ts.py"]],
    ["src/a.ts", []],
    ["constructor", []],
  ])("%s is made from %j", (path, sources) => {
    expect(sourcesOf(path)).toEqual(sources);
  });
});

describe("protected files", () => {
  const known = (entries: Record<string, [hash: string, calls: boolean]>) =>
    new Map(Object.entries(entries).map(([path, [hash, calls]]) => [path, { hash, calls }]));
  const yaml = ".orchestration/active_intents.yaml";
  const settings = ".claude/settings.json";
  it.each<[string, Parameters<typeof known>[0], Parameters<typeof known>[0], boolean, string[]]>([
    ["a person edits the intents", { [yaml]: ["1", false] }, { [yaml]: ["2", false] }, false, []],
    ["a call did", { [yaml]: ["1", false] }, { [yaml]: ["2", false] }, true, [`changed ${yaml}`]],
    ["settings by hand", { [settings]: ["1", true] }, { [settings]: ["2", true] }, false, []],
    ["Writ taken out", { [settings]: ["1", true] }, { [settings]: ["2", false] }, false, [`unwired ${settings}`]],
    ["settings gone", { [settings]: ["1", true] }, {}, false, [`deleted ${settings}`]],
    ["a git hook", {}, { ".git/hooks/post-commit": ["1", false] }, false, ["created .git/hooks/post-commit"]],
    [
      "trust",
      { ".orchestration/.state/trust.json": ["1", false] },
      {},
      false,
      ["deleted .orchestration/.state/trust.json"],
    ],
    ["git's config by hand", { ".git/config": ["1", false] }, { ".git/config": ["2", false] }, false, []],
    ["all as it was", { [yaml]: ["1", false] }, { [yaml]: ["1", false] }, true, []],
  ])("%s", (_, before, now, isCalled, expected) => {
    const found = tamperedWith(known(before), known(now), isCalled);
    expect(found.map(({ path, what }) => `${what} ${path}`)).toEqual(expected);
  });
});

describe("what waits for a person, when the same files stray again", () => {
  const kept = (hash: string | null) => (hash === null ? null : { kind: "file" as const, hash, mode: 0o644 });
  const entry = (path: string, before: string | null, after: string | null): UndoFile => ({
    path,
    op: before === null ? "create" : after === null ? "delete" : "modify",
    before: kept(before),
    after: kept(after),
    why: "scope",
  });
  it.each<[string, UndoFile[], UndoFile[], UndoFile[] | null]>([
    [
      "another file joins",
      [entry("a", "1", "2")],
      [entry("b", null, "3")],
      [entry("a", "1", "2"), entry("b", null, "3")],
    ],
    ["changed twice", [entry("a", "1", "2")], [entry("a", "2", "3")], [entry("a", "1", "3")]],
    ["made, then changed", [entry("a", null, "2")], [entry("a", "2", "3")], [entry("a", null, "3")]],
    ["changed, then deleted", [entry("a", "1", "2")], [entry("a", "2", null)], [entry("a", "1", null)]],
    ["changed and changed back", [entry("a", "1", "2")], [entry("a", "2", "1")], []],
    ["made and deleted", [entry("a", null, "2")], [entry("a", "2", null)], []],
    ["somebody else wrote in between", [entry("a", "1", "2")], [entry("a", "9", "3")], null],
    ["files were moved", [entry("a", "1", "2")], [{ ...entry("b", "1", "1"), op: "rename", from: "c" }], null],
  ])("%s", (_, there, more, expected) => {
    expect(mergeUndo(there, more)).toEqual(expected);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSpelling } from "./spelling.ts";

describe("a spelling with one reading", () => {
  it.each([
    ["src/a.ts", false, ["src", "a.ts"]],
    ["./src//./a.ts", false, ["src", "a.ts"]],
    ["/ws/src/../a.ts", true, ["ws", "src", "..", "a.ts"]],
    ["app/routes/$id.tsx", false, ["app", "routes", "$id.tsx"]],
    ["app/files.$.tsx", false, ["app", "files.$.tsx"]],
    ["app/[...slug]/(group)/@modal/+page.ts", false, ["app", "[...slug]", "(group)", "@modal", "+page.ts"]],
    ["a;b & c's.ts", false, ["a;b & c's.ts"]],
    ["100% done.md", false, ["100% done.md"]],
  ])("%s", (given, absolute, segments) => {
    expect(readSpelling(given, "posix")).toMatchObject({ ok: true, absolute, segments });
  });

  it.each([
    ["src\\auth\\a.ts", "", ["src", "auth", "a.ts"]],
    ["C:\\ws\\a.ts", "C:/", ["ws", "a.ts"]],
    ["/ws/a.ts", "/", ["ws", "a.ts"]],
  ])("on Windows: %s", (given, root, segments) => {
    expect(readSpelling(given, "win32")).toMatchObject({ ok: true, root, segments });
  });
});

describe("a spelling without a safe reading", () => {
  it.each([
    ["", "empty"],
    ["a\0b", "NUL"],
    ["a\nb", "control"],
    ["a\u2028b", "control"],
    ["a\u009bb", "control"],
    ["a\u202eb", "direction"],
    ["\ud800", "Unicode"],
    ["a\\b", "use /|separate folders with /"],
    ["C:/ws/a.ts", "drive"],
    ["//server/share", "network"],
    ["~", "~"],
    ["~user/x", "~"],
    ["$HOME/x", "variable"],
    ["a/$" + "{x}", "substitution"],
    ["a/$(id)", "substitution"],
    ["a/`id`", "substitution"],
    ["%TEMP%/x", "variable"],
    ["$env:TEMP/x", "variable"],
    ["-rf", "dash"],
    ["https://x.example/a", "URL"],
    ["file:a", "URL"],
    ["a/".repeat(300), "deep"],
    ["a".repeat(256), "255 bytes"],
    ["\u00e9".repeat(128), "255 bytes"],
    [`${"a".repeat(200)}/`.repeat(25), "longer"],
  ])("%j: %s", (given, reason) => {
    const spelling = readSpelling(given, "posix");
    expect(spelling.ok ? "" : spelling.reason).toMatch(new RegExp(reason));
  });

  it.each([
    ["\\\\server\\share\\a", "network"],
    ["\\\\?\\C:\\a", "network or device"],
    ["C:a.ts", "drive"],
    ["a.ts:stream", "stream"],
    ["C:\\ws\\a.ts:stream", "stream"],
    ["src/a?.ts", "Windows"],
  ])("on Windows %j: %s", (given, reason) => {
    const spelling = readSpelling(given, "win32");
    expect(spelling.ok ? "" : spelling.reason).toContain(reason);
  });
});

it("reads or refuses any text without failing, and never leaves an empty segment or a dot", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom("posix" as const, "win32" as const),
      (given, platform) => {
        const spelling = readSpelling(given, platform);
        if (spelling.ok)
          expect(spelling.segments.filter((name) => name === "" || name === "." || /[\0\n]/.test(name))).toEqual([]);
        else expect(spelling.reason).not.toBe("");
      },
    ),
  );
});

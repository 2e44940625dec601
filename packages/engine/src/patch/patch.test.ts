import { createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePatch, toEffects } from "./effects.ts";
import { unquotePath } from "./quoted-path.ts";
import { parseRooFiles, parseSearchReplace } from "./search-replace.ts";

const effectsOf = (text: string) => {
  const read = parsePatch(text);
  if (!read.ok) return read.reason;
  return toEffects(read.files).map(({ op, path, from }) =>
    from === undefined ? `${op} ${path}` : `${op} ${from} -> ${path}`,
  );
};
const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
const diff = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("apply_patch", () => {
  it.each([
    [patch("*** Add File: a.ts", "+one", "+two"), ["create a.ts"]],
    [patch("*** Update File: a.ts", "@@ class A", " kept", "-old", "+new"), ["modify a.ts"]],
    [patch("*** Delete File: a.ts"), ["delete a.ts"]],
    [patch("*** Update File: a.ts", "*** Move to: b/a.ts"), ["rename a.ts -> b/a.ts"]],
    [patch("*** Update File: a.ts", "*** Move to: a.ts", "@@", "-x", "+y"), ["modify a.ts"]],
    [
      patch("*** Add File: a b.ts", "+x", "*** Delete File: c", "*** Update File: d", "@@", "-x", "*** End of File"),
      ["create a b.ts", "delete c", "modify d"],
    ],
    [`\n${patch("*** Add File: a", "+x").replaceAll("\n", "\r\n")}\n\n`, ["create a"]],
    [patch("  *** Delete File: a  "), ["delete a"]],
  ])("%j", (text, expected) => {
    expect(effectsOf(text)).toEqual(expected);
  });

  it.each([
    [patch(), "touches no file"],
    [patch("*** Add File: "), "no name"],
    [patch("*** Update File: a", "*** Move to: "), "no target"],
    ["*** Begin Patch\n*** Delete File: a", "does not end"],
    [patch("echo hi"), "not part of a patch"],
    [patch("*** Add File: a", "+x", "y"), "not part of a patch"],
    [patch("*** Update File: a", "@@", "x"), "not part of a patch"],
    [patch("*** Update File: a", "@@", " *** Delete File: b"), "ambiguous"],
    [patch("*** Rename File: a"), "not part of a patch"],
    [`${patch("*** Delete File: a")}\n${patch("*** Delete File: b")}`, "not part of a patch"],
  ])("is refused as a whole: %j", (text, reason) => {
    expect(effectsOf(text)).toContain(reason);
  });

  it("keeps the lines of each file apart", () => {
    const read = parsePatch(patch("*** Add File: a", "+x", "*** Update File: b", "@@", "-y", "+z"));
    expect(read.ok && read.files.map(({ lines }) => lines)).toEqual([["+x"], ["@@", "-y", "+z"]]);
  });
});

describe("a unified diff", () => {
  const body = ["@@ -1,2 +1,2 @@", " a", "-b", "+c"];
  it.each([
    ["plain", diff("--- a/x.ts", "+++ b/x.ts", ...body), ["modify x.ts"]],
    [
      "git",
      diff("diff --git a/x.ts b/x.ts", "index 1..2 100644", "--- a/x.ts", "+++ b/x.ts", ...body),
      ["modify x.ts"],
    ],
    ["without prefixes", diff("--- src/x.ts", "+++ src/x.ts", ...body), ["modify src/x.ts"]],
    ["with times", diff("--- x.ts\t2026-01-01", "+++ x.ts\t2026-01-02", ...body), ["modify x.ts"]],
    [
      "new",
      diff("diff --git a/x b/x", "new file mode 100644", "--- /dev/null", "+++ b/x", "@@ -0,0 +1 @@", "+a"),
      ["create x"],
    ],
    [
      "deleted",
      diff("diff --git a/x b/x", "deleted file mode 100644", "--- a/x", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"),
      ["delete x"],
    ],
    ["new and empty", diff("diff --git a/x b/x", "new file mode 100644", "index 0..e"), ["create x"]],
    [
      "renamed",
      diff("diff --git a/x b/y z", "similarity index 100%", "rename from x", "rename to y z"),
      ["rename x -> y z"],
    ],
    [
      "renamed and edited",
      diff("diff --git a/x b/y", "similarity index 90%", "rename from x", "rename to y", "--- a/x", "+++ b/y", ...body),
      ["rename x -> y"],
    ],
    ["copied", diff("diff --git a/x b/y", "similarity index 100%", "copy from x", "copy to y"), ["create y"]],
    ["mode only", diff("diff --git a/x b/x", "old mode 100644", "new mode 100755"), ["modify x"]],
    ["binary", diff("diff --git a/x b/x", "index 1..2", "Binary files a/x and b/x differ"), ["modify x"]],
    [
      "quoted",
      diff('diff --git "a/\\303\\244.ts" "b/\\303\\244.ts"', '--- "a/\\303\\244.ts"', '+++ "b/\\303\\244.ts"', ...body),
      ["modify ä.ts"],
    ],
    ["two names", diff("--- a/x", "+++ b/y", ...body), ["modify x", "modify y"]],
    ["two files", diff("--- a/x", "+++ b/x", ...body, "--- a/y", "+++ b/y", ...body), ["modify x", "modify y"]],
    [
      "lines that look like headers",
      diff("--- a/x", "+++ b/x", "@@ -1,2 +1,2 @@", " a", "--- a/z", "+++ b/z"),
      ["modify x"],
    ],
    [
      "no newline at the end",
      diff(
        "--- a/x",
        "+++ b/x",
        "@@ -1 +1 @@",
        "-a",
        "\\ No newline at end of file",
        "+b",
        "\\ No newline at end of file",
      ),
      ["modify x"],
    ],
  ])("%s", (_what, text, expected) => {
    expect(effectsOf(text)).toEqual(expected);
  });

  it.each([
    [["new file mode 120000"], ["+../billing/a.ts"], "src/billing/a.ts"],
    [["old mode 100644", "new mode 120000"], ["-x", "+/etc/passwd"], "/etc/passwd"],
    [["index 1..2\tx 120000"], ["-a.ts", "\\ No newline at end of file", "+b.ts"], "src/auth/b.ts"],
    [["index 1..2 120000"], ["-a.ts", "\\ No newline at end of file", "+b.ts"], "src/auth/b.ts"],
  ])("says what a link will point at: %j", (modes, lines, to) => {
    const counts = `@@ -${modes[0] === "new file mode 120000" ? "0,0" : "1"} +1 @@`;
    const name = modes[0] === "new file mode 120000" ? "/dev/null" : "a/src/auth/l";
    const text = diff(
      "diff --git a/src/auth/l b/src/auth/l",
      ...modes,
      `--- ${name}`,
      "+++ b/src/auth/l",
      counts,
      ...lines,
    );
    const read = parsePatch(text);
    expect(read.ok && toEffects(read.files).map((effect) => effect.to?.replace("auth/../", ""))).toEqual([to]);
  });

  it.each([
    ["a link without a target", diff("diff --git a/l b/l", "new file mode 120000"), "cannot be read"],
    [
      "another repository",
      diff(
        "diff --git a/m b/m",
        "new file mode 160000",
        "--- /dev/null",
        "+++ b/m",
        "@@ -0,0 +1 @@",
        "+Subproject commit 1",
      ),
      "cannot be read",
    ],
    ...["new file mode 0120000", "new file mode  120000", "new file mode 32120000"].map(
      (mode): [string, string, string] => [
        `a link as git spells none: ${mode}`,
        diff("diff --git a/l b/l", mode, "--- /dev/null", "+++ b/l", "@@ -0,0 +1 @@", "+../b"),
        "cannot be read",
      ],
    ),
    ["words", "change a to b", "not part of a diff"],
    ["nothing", "", "touches no file"],
    ["a short hunk", diff("--- a/x", "+++ b/x", "@@ -1,3 +1,3 @@", " a"), "does not have the lines"],
    ["a cut hunk", diff("--- a/x", "+++ b/x", "@@ -1,3 +1,3 @@", " a", "diff --git a/y b/y"), "cut"],
    ["a hunk without numbers", diff("--- a/x", "+++ b/x", "@@ @@"), "no line numbers"],
    ["a hunk without file", diff("@@ -1 +1 @@", "-a", "+b"), "no file"],
    ["half a prefix", diff("--- a/x", "+++ x", ...body), "do not match"],
    ["broken quotes", diff('--- "a/\\9"', '+++ "b/\\9"', ...body), "no readable name"],
    ["text after it", diff("--- a/x", "+++ b/x", ...body, "rm -rf /"), "not part of a diff"],
    ["names that cannot be told apart", diff("diff --git a/x y b/z", "old mode 1"), "no readable name"],
  ])("is refused as a whole: %s", (_what, text, reason) => {
    expect(effectsOf(text)).toContain(reason);
  });

  it("is read as it was made, whatever the lines hold", () => {
    const lines = fc.array(fc.constantFrom("a", "", "--- a/x", "+++ b/x", "@@ -1 +1 @@", "diff --git a/x b/x", "\\"), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        fc.pre(before.join("\n") !== after.join("\n"));
        const made = createTwoFilesPatch("a/f.ts", "b/f.ts", before.join("\n"), after.join("\n"));
        expect(effectsOf(made)).toEqual(["modify f.ts"]);
      }),
    );
  });
});

describe("a path as git quotes it", () => {
  it.each([
    ["a b", "a b"],
    ['"a\\tb\\"c\\\\"', 'a\tb"c\\'],
    ['"\\360\\237\\230\\200"', "😀"],
    ['"ä"', "ä"],
    ['"a', null],
    ['"\\q"', null],
    ['"\\377"', null],
  ])("%s", (text, path) => {
    expect(unquotePath(text)).toBe(path);
  });
});

describe("SEARCH/REPLACE", () => {
  const block = (old: string, fresh: string, head = "") =>
    `<<<<<<< SEARCH\n${head}${old}\n=======\n${fresh}\n>>>>>>> REPLACE`;

  it("gives the edits in order", () => {
    const text = `${block("a\nb", "c", ":start_line:3\n-------\n")}\n\n${block("x", "y")}\n`;
    expect(parseSearchReplace(text)).toEqual({
      ok: true,
      edits: [
        { old: "a\nb", new: "c" },
        { old: "x", new: "y" },
      ],
    });
  });

  it.each([
    ["", "no SEARCH/REPLACE block"],
    ["hello", "outside"],
    ["<<<<<<< SEARCH\na\n=======\nb", "does not end"],
    ["<<<<<<< SEARCH\na\n>>>>>>> REPLACE", "wrong order"],
    [`${block("a", "b")}\nrm x`, "outside"],
    ["<<<<<<< SEARCH\na\n=======\nb\n=======\nc\n>>>>>>> REPLACE", "wrong order"],
  ])("is refused as a whole: %j", (text, reason) => {
    expect(parseSearchReplace(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
  });

  it("comes for several files in Roo's XML", () => {
    const file = (path: string, text: string) =>
      `<file><path>${path}</path><diff><content><![CDATA[${text}]]></content></diff></file>`;
    const xml = `<args>\n${file("a.ts", block("a", "b"))}\n${file("b.ts", block("c", "d"))}\n</args>`;
    expect(parseRooFiles(xml)).toEqual({
      ok: true,
      files: [
        { path: "a.ts", diff: block("a", "b") },
        { path: "b.ts", diff: block("c", "d") },
      ],
    });
    expect(parseRooFiles("<args>x</args>").ok).toBe(false);
    expect(parseRooFiles("<file><path>a</path><path>b</path></file>").ok).toBe(false);
  });
});

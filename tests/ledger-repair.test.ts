import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  decisionsFile,
  linesOf,
  publishedFile,
  stagedFile,
  tamper,
  tracesFile,
  twoSessions,
  verified,
  works,
} from "./ledger-bed.ts";
import { type Bed, json, ok } from "./scenarios/cli-bed.ts";
import { decisionsIn, startAgent } from "./scenarios/harness.ts";

/** What lies in the quarantine, manifests parsed. */
function quarantined(bed: Bed): { lines: string; manifest: { lines: { line: number; reason: string }[] } }[] {
  const folder = join(bed.root, ".orchestration/.state/quarantine");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".lines"))
    .map((name) => ({
      lines: readFileSync(join(folder, name), "utf8"),
      manifest: JSON.parse(readFileSync(join(folder, name.replace(/lines$/, "json")), "utf8")),
    }));
}

describe("a repair", () => {
  it.each<[string, (file: string) => void]>([
    ["a folder", (file) => mkdirSync(file)],
    ["a link", (file) => symlinkSync("/dev/null", file)],
  ])("says that it cannot mend %s in the place of a ledger, also beforehand", async (_, put) => {
    const bed = await twoSessions();
    rmSync(join(bed.root, tracesFile));
    put(join(bed.root, tracesFile));
    for (const [more, word] of [
      [["--dry-run"], "would be left"],
      [[], "left"],
    ] as const)
      expect(await bed.writ(["verify", "--repair", ...more])).toMatchObject({
        code: 1,
        out: expect.stringMatching(
          new RegExp(`^Nothing that a repair can mend\\.\\n {2}${word} {2}${tracesFile}: no plain .*\\n.*move it away`),
        ),
      });
  });

  it.each<[string, (lines: string[]) => string[], number[], boolean]>([
    ["a changed record", (lines) => lines.with(2, lines[2]?.replace("src/auth", "src/evil") ?? ""), [3], true],
    ["words in between", (lines) => lines.toSpliced(3, 0, "hello", "<<<<<<< HEAD"), [4, 5], false],
    [
      "a record of nobody",
      (lines) => lines.toSpliced(3, 0, '{"id":"x","timestamp":"now","files":["a.ts"]}'),
      [4],
      false,
    ],
    ["a record twice", (lines) => lines.toSpliced(3, 0, lines[2] ?? ""), [4], false],
    ["all records twice, as a union merge leaves them", (lines) => [...lines, ...lines], [7, 8, 9, 10, 11, 12], false],
    ["a line of 10 MB", (lines) => lines.toSpliced(2, 0, "x".repeat(10_000_000)), [3], false],
    ["a deleted record", (lines) => lines.toSpliced(2, 1), [], true],
    ["two swapped records", (lines) => [lines[0], lines[2], lines[1], ...lines.slice(3)].map(String), [3], true],
    ["a last record that is no JSON", (lines) => lines.with(5, lines[5]?.replace('"id"', '"id') ?? ""), [6], false],
  ])("sets %s aside, and verify tells what is missing as known", async (_, harm, moved, isMissing) => {
    const bed = await twoSessions();
    tamper(bed, tracesFile, harm);
    const damaged = readFileSync(join(bed.root, tracesFile), "utf8");
    expect((await verified(bed)).ok).toBe(false);

    const plan = await bed.writ(["verify", "--repair", "--dry-run", "--json"]);
    expect(plan.code).toBe(1);
    expect(JSON.parse(plan.out).repaired[0].aside.map(({ line }: { line: number }) => line)).toEqual(moved);
    expect(readFileSync(join(bed.root, tracesFile), "utf8")).toBe(damaged);

    const words = isMissing ? "with what is missing" : "Nothing is missing";
    expect(await ok(bed.writ(["verify", "--repair"]))).toContain(words);
    const after = await verified(bed);
    expect(after).toMatchObject({ ok: true, problems: [] });
    expect(after.notices).toHaveLength(isMissing ? 1 : 0);
    // Nothing is lost: what went is in the quarantine, byte for byte.
    const kept = readFileSync(join(bed.root, tracesFile), "utf8");
    const aside = quarantined(bed);
    expect([kept, ...aside.map(({ lines }) => lines)].join("").length).toBe(damaged.length);
    expect(aside.flatMap(({ manifest }) => manifest.lines.map(({ line }) => line))).toEqual(moved);
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "repaired", agent: "person", assurance: "script" });

    await works(bed, "S-3", ["src/auth/c1.ts"]);
    expect(await verified(bed)).toMatchObject({ ok: true, notices: after.notices });
    expect(await ok(bed.writ(["verify", "--repair"]))).toContain("Nothing to repair");
  });

  it("does not make new damage at the same place known", async () => {
    const bed = await twoSessions();
    tamper(bed, tracesFile, (lines) => lines.toSpliced(2, 1));
    await ok(bed.writ(["verify", "--repair"]));
    tamper(bed, tracesFile, (lines) => lines.toSpliced(2, 1));
    expect((await verified(bed)).ok).toBe(false);
  });

  it("of decisions is recorded in what is left of them", async () => {
    const bed = await twoSessions();
    appendFileSync(join(bed.root, decisionsFile), '{"torn');
    tamper(bed, decisionsFile, (lines) => ["garbage", ...lines.toSpliced(0, 1)]);
    await ok(bed.writ(["verify", "--repair"]));
    const { ok: isFine, notices } = await verified(bed);
    expect(isFine).toBe(true);
    expect(notices.map(({ file }) => file)).toEqual([decisionsFile]);
  });

  it("leaves tracked files to git unless told, and is then known wherever they go", async () => {
    const bed = await twoSessions();
    const file = publishedFile(bed);
    tamper(bed, file, (lines) => lines.with(1, lines[1]?.replace("src/auth", "src/evil") ?? ""));
    const refused = await bed.writ(["verify", "--repair"]);
    expect(refused.code).toBe(1);
    expect(refused.out).toContain("git checkout -- FILE");
    await ok(bed.writ(["verify", "--repair", "--published"]));
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [{ file }] });
    expect(linesOf(bed, stagedFile(bed)).at(-1)).toContain('"decision":"repaired"');
  });

  it("keeps Windows line ends, and a ledger from before Writ as it is", async () => {
    const bed = await twoSessions();
    const path = join(bed.root, tracesFile);
    const old = '// old\r\n{"id":"old","timestamp":"then","files":["a.ts"]}\r\n';
    const lines = linesOf(bed, tracesFile);
    writeFileSync(path, `${old}${lines.toSpliced(2, 0, "hello").join("\r\n")}\r\n`);
    await ok(bed.writ(["verify", "--repair"]));
    expect(readFileSync(path, "utf8")).toBe(`${old}${lines.join("\r\n")}\r\n`);
  });

  it("is a person's", async () => {
    const bed = await twoSessions();
    expect((await startAgent(bed).writ(["verify", "--repair"])).err).toContain("PERSON_ONLY");
    expect(await json(bed.writ(["verify", "--repair", "--json"]))).toMatchObject({ ok: true, repaired: [], left: [] });
  });
});

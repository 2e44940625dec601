import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { commit, publishedFile, tamper, twoSessions, verified, works } from "./ledger-bed.ts";
import { ok } from "./scenarios/cli-bed.ts";

type Harm = (file: string) => unknown;

const moved =
  (to: (file: string) => string): Harm =>
  (file) => {
    mkdirSync(dirname(to(file)), { recursive: true });
    renameSync(file, to(file));
  };

describe("what lies beside the published files", () => {
  it.each<[string, Harm]>([
    ["in a folder of a folder", moved((file) => join(dirname(file), "sub", basename(file)))],
    ["in no month", moved((file) => join(dirname(file), "..", basename(file)))],
    ["under another ending", moved((file) => file.replace(/jsonl$/, "txt"))],
    ["under a name Writ gives no file", moved((file) => join(dirname(file), ".hidden.jsonl"))],
    [
      "behind a link",
      (file) => {
        rmSync(file);
        symlinkSync("/dev/null", file);
      },
    ],
  ])("is a problem, as records are out of sight there: %s", async (_, harm) => {
    const bed = await twoSessions();
    harm(join(bed.root, publishedFile(bed)));
    expect((await verified(bed)).problems).toMatchObject([{ reason: expect.stringContaining("no plain file") }]);
  });

  it("may have line ends of Windows, as some gits check files out", async () => {
    const bed = await twoSessions();
    const file = join(bed.root, publishedFile(bed));
    await ok(bed.writ(["verify", "--anchor"]));
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", "\r\n"));
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [] });
  });

  it("is a notice where a write was killed", async () => {
    const bed = await twoSessions();
    const file = join(bed.root, publishedFile(bed));
    writeFileSync(join(dirname(file), `.${basename(file)}.0123456789ab.tmp`), "");
    expect(await verified(bed)).toMatchObject({ ok: true, notices: [{ reason: expect.stringContaining("killed") }] });
  });
});

describe("an anchored file that cannot be read", () => {
  it.each<[string, Harm]>([
    ["a link", (file) => symlinkSync("/dev/null", file)],
    ["a folder", (file) => mkdirSync(file)],
  ])("hides nothing of the others: %s", async (_, put) => {
    const bed = await twoSessions();
    const first = publishedFile(bed);
    await works(bed, "S-3", ["src/auth/c1.ts"]);
    await commit(bed, "more");
    const [second = ""] = bed.git("diff", "--name-only", "HEAD~1", "--", ".orchestration/ledger").split("\n");
    await ok(bed.writ(["verify", "--anchor"]));
    rmSync(join(bed.root, first));
    put(join(bed.root, first));
    tamper(bed, second, (lines) => lines.slice(0, -1));
    const files = (await verified(bed)).problems.map(({ file }) => file);
    expect(new Set(files)).toEqual(new Set([first, second]));
  });
});

import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startClock } from "../../packages/runtime/src/snapshot/look/clock.ts";
import { gitStatus } from "../../packages/runtime/src/snapshot/look/git-status.ts";
import { openBed } from "./bed.ts";

type Bed = Awaited<ReturnType<typeof openBed>>;
const strayed = async (bed: Bed) => (await bed.decisions("strayed")).flatMap(({ paths = [] }) => paths).sort();

/** Changes a file, and has git's index say that this is what the last commit has: all that git noted of the file fits. */
async function forge(bed: Bed, path: string, content: string) {
  const committed = bed.sh(`git rev-parse HEAD:${path}`).trim();
  bed.put(path, content);
  // Git looks again at files as young as its index.
  await new Promise((done) => setTimeout(done, 1_100));
  const own = bed.sh(`git hash-object -w ${path}`).trim();
  bed.sh(`git update-index --cacheinfo 100644,${own},${path}; git update-index --refresh`);
  const file = join(bed.root, ".git/index");
  const bytes = readFileSync(file);
  const at = bytes.indexOf(Buffer.from(own, "hex"));
  Buffer.from(committed, "hex").copy(bytes, at);
  createHash("sha1")
    .update(bytes.subarray(0, -20))
    .digest()
    .copy(bytes, bytes.length - 20);
  writeFileSync(file, bytes);
}

/** Other tests keep their copies of an index in the usual folder at the same time. */
function ownTemporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "writ-forged-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  vi.stubEnv("TMPDIR", path);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  return path;
}

describe("an index that says a file is unchanged", () => {
  it("does not hide what changed, and not what changes after it", async () => {
    const bed = await openBed();
    const temporary = ownTemporaryFolder();
    await bed.call(() => forge(bed, "README.md", "evil\n"));
    const status = await gitStatus(bed.root, startClock());
    expect(status?.entries.map(({ path }) => path)).not.toContain("README.md");
    expect(await strayed(bed)).toEqual(["README.md"]);
    await bed.call(() => bed.sh("touch other; git update-index --refresh || true"));
    expect(await strayed(bed)).toEqual(["README.md", "other"]);
    await bed.call(() => forge(bed, "README.md", "more evil\n"));
    expect(await strayed(bed)).toEqual(["README.md", "README.md", "other"]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it("is a gap when its copy is gone", async () => {
    const bed = await openBed();
    const { messages = [] } = await bed.call(() =>
      bed.sh("rm -rf .orchestration/.state/undo/objects; git update-index --refresh; touch .git/index"),
    );
    expect(messages.join("\n")).toContain("git's index changed");
  });

  it.each<[string, string]>([
    ["a commit", "echo a > src/auth/a.ts; git add -A; git commit -qm a"],
    ["another branch and back", "git switch -qc other; git switch -q -"],
    ["staging", "echo a > src/auth/a.ts; git add -A"],
    ["a removal", "git rm -q src/auth/jwt.ts"],
    ["a sparse checkout", "git sparse-checkout set --no-cone '/*' '!/src/billing/'"],
    ["line ends", "git config core.autocrlf input; printf 'a\\r\\n' > src/auth/a.ts; git add -A; git commit -qm a"],
  ])("means nothing else after %s", async (_, line) => {
    const bed = await openBed();
    const { messages = [] } = await bed.call(() => bed.sh(`${line} 2> /dev/null`));
    expect(await strayed(bed)).toEqual([]);
    expect(messages.join("\n")).not.toContain("README");
    expect(await bed.decisions("gap")).toEqual([]);
  });

  it("leaves what comes with another branch to that branch", async () => {
    const bed = await openBed();
    bed.sh("git switch -qc other; echo theirs > README.md; git commit -qam theirs; git switch -q -");
    await bed.call(() => bed.sh("git switch -q other"));
    expect(await strayed(bed)).toEqual([]);
    expect((await bed.decisions("drifted")).map(({ reason }) => reason)).toEqual(["head-moved"]);
  });

  it("is strict where the person's git is not", async () => {
    const bed = await openBed();
    bed.sh("git config core.trustctime false; git config core.checkStat minimal; touch -r README.md .git/times");
    await bed.call(() => bed.sh("echo HELLO > README.md; touch -r .git/times README.md"));
    expect(await strayed(bed)).toEqual(["README.md"]);
  });
});

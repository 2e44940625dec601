import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openCopy } from "../../bench/blame/world.ts";
import { type Bed, cloneBed, openBed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const added = "const gamma = third(3);";

/** A commit as the hook sees it: what is on record by then goes out. */
async function commitSeen(bed: Bed): Promise<void> {
  bed.git("add", "-A");
  await bed.writ.publish();
  bed.git("commit", "-qm", "in the call", "--no-verify");
}

async function startedBed(): Promise<Bed> {
  const bed = await openBed();
  bed.put("src/a.ts", one);
  await bed.commit();
  return bed;
}

describe("a clone says the same as the working copy", () => {
  it("of what a command changed and committed at once", async () => {
    const bed = await startedBed();
    const made = await bed.run("./generate.sh && git commit -qam generated", async () => {
      bed.put("src/a.ts", [...one, added]);
      await commitSeen(bed);
    });
    const expected = ["human", "human", "made"];
    expect(await bed.who("src/a.ts", { made: made ?? "" })).toEqual(expected);
    expect(await bed.writ.unpublished()).toBe(1);
    bed.put("README.md", ["by a person"]);
    await bed.commit();
    expect(await bed.writ.unpublished()).toBe(0);
    expect(await (await cloneBed(bed)).who("src/a.ts", { made: made ?? "" })).toEqual(expected);
  });

  it("of what a command brought from a folder of this machine", async () => {
    const bed = await startedBed();
    const other = await cloneBed(bed);
    other.put("src/b.ts", [added, ...one]);
    await other.commit();
    const there = join(bed.folder, "clone");
    await bed.run(`git pull -q --no-rebase ${there} main`, () => {
      bed.git("pull", "-q", "--no-rebase", there, "main");
    });
    const here = await bed.who("src/b.ts");
    expect(here).toEqual(["unknown", "unknown", "unknown"]);
    bed.put("README.md", ["by a person"]);
    await bed.commit();
    bed.git("clone", "-q", `file://${bed.root}`, join(bed.folder, "third"));
    const third = await openCopy(join(bed.folder, "third"));
    onTestFinished(() => third.close());
    expect((await third.writ.blame("src/b.ts")).map(({ author }) => author)).toEqual(here);
  });

  it("and a command that only went to another commit has nothing to publish", async () => {
    const bed = await startedBed();
    bed.put("src/a.ts", [...one, added]);
    await bed.commit();
    await bed.run("git checkout -q HEAD~1", () => {
      bed.git("checkout", "-q", "HEAD~1");
    });
    expect(await bed.writ.unpublished()).toBe(0);
  });
});

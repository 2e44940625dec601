import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, newPlace } from "../../bench/blame/world.ts";
import { type Bed, cloneBed, openBed, putBytes } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const added = ["const gamma = third(3);", "const delta = fourth(4);"];
const expected = ["human", "human", "made", "made"];

/** A commit that no hook saw. */
function commitUnseen(bed: Bed, cwd = bed.root): void {
  gitIn(cwd, "add", "-A");
  gitIn(cwd, "commit", "-qm", "unseen", "--no-verify");
}

describe("what a commit had that no hook saw", () => {
  it("goes out with the next commit, of whatever file", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    const made = await bed.write("src/a.ts", [...one, ...added]);
    commitUnseen(bed);
    bed.put("README.md", ["by a person"]);
    await bed.commit();
    const clone = await cloneBed(bed);
    expect(await clone.who("src/a.ts", { made })).toEqual(expected);
  });

  it("also where a person changed the file before that commit", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    const made = await bed.write("src/a.ts", [...one, ...added]);
    bed.put("src/a.ts", [...one, ...added, "const byHand = fifth(5);"]);
    commitUnseen(bed);
    bed.put("README.md", ["by a person"]);
    await bed.commit();
    const clone = await cloneBed(bed);
    expect(await clone.who("src/a.ts", { made })).toEqual([...expected, "human"]);
  });

  it("is counted, and is not once it went out; what is not committed is not counted", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    await bed.write("src/a.ts", [...one, ...added]);
    expect(await bed.writ.unpublished()).toBe(0);
    commitUnseen(bed);
    expect(await bed.writ.unpublished()).toBe(1);
    await bed.write("src/b.ts", added);
    expect(await bed.writ.unpublished()).toBe(1);
    expect(await bed.writ.publish()).toMatchObject({ traces: 1 });
    expect(await bed.writ.unpublished()).toBe(0);
  });

  it("leaves what is not committed waiting", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    await bed.write("src/a.ts", [...one, ...added]);
    bed.put("README.md", ["by a person"]);
    bed.git("add", "README.md");
    expect(await bed.writ.publish()).toMatchObject({ traces: 0 });
  });
});

describe("a submodule", () => {
  it("has its records published with the commit that takes it along", async () => {
    const bed = await openBed();
    const other = newPlace();
    gitIn(other.folder, "init", "-q");
    putBytes(other.folder, "x.ts", `${one.join("\n")}\n`);
    commitUnseen(bed, other.folder);
    bed.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.folder, "src/sub");
    await bed.commit();
    const made = await bed.write("src/sub/x.ts", [...one, ...added]);
    commitUnseen(bed, join(bed.root, "src/sub"));
    bed.git("-C", "src/sub", "push", "-q", "origin", "HEAD:refs/heads/other");
    await bed.commit();
    const clone = await cloneBed(bed);
    clone.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "update", "--init");
    expect(await clone.who("src/sub/x.ts", { made })).toEqual(expected);
    other.remove();
  });
});

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gitIn, newPlace } from "../../bench/blame/world.ts";
import { type Bed, cloneBed, openBed, putBytes, unclaimed } from "./bed.ts";

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

describe("what nobody claims, in a commit that no hook saw,", () => {
  const minute = 60_000;
  /** What is found to have changed when a call that began earlier ends. */
  const found = (decision: "strayed" | "drifted" | "failed", path: string) =>
    unclaimed(decision, path, {
      id: `00000000-0000-4000-8000-${decision.padStart(12, "0").replaceAll(/[^a-f0-9]/g, "d")}`,
      timestamp: new Date(Date.now() + minute).toISOString(),
      since: new Date(Date.now() - minute).toISOString(),
    });
  const started = async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    return bed;
  };

  it.each(["strayed", "drifted", "failed"] as const)(
    "is counted and goes out with the next: %s, on record before that commit or after it",
    async (decision) => {
      const bed = await started();
      const revision = bed.git("rev-parse", "HEAD").trim();
      bed.put("src/a.ts", [...one, ...added]);
      commitUnseen(bed);
      await bed.writ.decisions.append({ ...found(decision, "src/a.ts"), revision });
      expect(await bed.writ.unpublished()).toBe(1);
      bed.put("README.md", ["by a person"]);
      await bed.commit();
      expect(await bed.writ.unpublished()).toBe(0);
      const expectedHere = ["human", "human", "unknown", "unknown"];
      expect(await bed.who("src/a.ts")).toEqual(expectedHere);
      expect(await (await cloneBed(bed)).who("src/a.ts")).toEqual(expectedHere);
    },
  );

  it("waits where it is in none", async () => {
    const bed = await started();
    await bed.writ.decisions.append(found("strayed", "src/never.ts"));
    bed.put("src/never.ts", added);
    bed.put("README.md", ["by a person"]);
    bed.git("add", "README.md");
    expect(await bed.writ.unpublished()).toBe(0);
    expect(await bed.writ.publish()).toMatchObject({ decisions: 0 });
  });

  it("is not asked for where git brought it", async () => {
    const bed = await started();
    bed.put("src/a.ts", [...one, ...added]);
    commitUnseen(bed);
    await bed.writ.decisions.append({ ...found("drifted", "src/a.ts"), reason: "head-moved" });
    expect(await bed.writ.unpublished()).toBe(0);
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

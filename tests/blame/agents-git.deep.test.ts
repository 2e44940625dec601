import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed } from "./bed.ts";

const lines = [
  "const alpha = first(1);",
  "const beta = second(2);",
  "const gamma = third(3);",
  "const delta = fourth(4);",
  "const epsilon = fifth(5);",
  "const zeta = sixth(6);",
];
const human = lines.map(() => "human");
const theirs = "const theirs = seventh(77777);";
const ours = "const ours = eighth(88888);";

/** The agent runs git, with these words. */
const git = (bed: Bed, ...words: string[]) =>
  bed.run(`git ${words.join(" ")}`, () => {
    bed.tries(...words);
  });

/** A person's file, committed. */
async function started(): Promise<Bed> {
  const bed = await openBed();
  bed.put("src/f.ts", lines);
  await bed.commit();
  return bed;
}

/** Two branches that changed the file: `side` has a line at its end, and `main`, where we stand, one at its start. */
async function branched(onSide: (bed: Bed, now: string[]) => Promise<unknown>): Promise<Bed> {
  const bed = await started();
  bed.git("checkout", "-qb", "side");
  await onSide(bed, [...lines, theirs]);
  await bed.commit("side");
  bed.git("checkout", "-q", "main");
  bed.put("src/f.ts", [ours, ...lines]);
  await bed.commit("main");
  return bed;
}
const byPerson = async (bed: Bed, now: string[]) => bed.put("src/f.ts", now);

describe("git that an agent runs makes nobody's lines its own", () => {
  it("when it throws away what the agent itself had done", async () => {
    const bed = await started();
    await bed.write("src/f.ts", [...lines.slice(0, 2), ...lines.slice(3, 5), "const changed = 4444444;"]);
    await git(bed, "checkout", "--", "src/f.ts");
    expect(await bed.who("src/f.ts")).toEqual(human);
  });

  it.each([["checkout", "--", "src/f.ts"], ["restore", "src/f.ts"], ["stash"], ["reset", "-q", "--hard"]])(
    "when it throws away what a person had done: git %s %s %s",
    async (...words) => {
      const bed = await started();
      bed.put("src/f.ts", [...lines.slice(0, 2), ...lines.slice(3)]);
      await git(bed, ...words.filter((word) => word !== undefined));
      expect(bed.read("src/f.ts")).toEqual(lines);
      expect(await bed.who("src/f.ts")).toEqual(human);
    },
  );

  it("when it brings back what only the index has", async () => {
    const bed = await started();
    bed.put("src/f.ts", [...lines, theirs]);
    bed.git("add", "-A");
    bed.put("src/f.ts", lines.slice(1));
    await git(bed, "checkout", "--", "src/f.ts");
    expect(bed.read("src/f.ts")).toEqual([...lines, theirs]);
    // Who put it there, git does not say.
    expect(await bed.who("src/f.ts")).toEqual([...human, "unknown"]);
  });

  it("when it takes what an older commit had, and the agent writes more in the same command", async () => {
    const bed = await started();
    bed.put("src/f.ts", lines.slice(2));
    await bed.commit("less");
    const made = await bed.run("git checkout HEAD~1 -- src/f.ts && echo more >> src/f.ts", () => {
      bed.git("checkout", "HEAD~1", "--", "src/f.ts");
      bed.put("src/f.ts", [...lines, "const more = byAgent(99);"]);
    });
    expect(await bed.who("src/f.ts", { made: made ?? "" })).toEqual([...human, "made"]);
  });

  it.each([
    ["merge", "-q", "--no-edit", "side"],
    ["cherry-pick", "side"],
    ["rebase", "-q", "side"],
    ["merge", "-q", "--squash", "side"],
  ])("when it merges what two people wrote: git %s %s %s", async (...words) => {
    const bed = await branched(byPerson);
    await git(bed, ...words.filter((word) => word !== undefined));
    expect(bed.read("src/f.ts")).toEqual([ours, ...lines, theirs]);
    expect(await bed.who("src/f.ts")).toEqual(["human", ...human, "human"]);
    bed.put("src/f.ts", [...bed.read("src/f.ts"), "// by a person"]);
    await bed.commit();
    expect(await (await cloneBed(bed)).who("src/f.ts")).toEqual(["human", ...human, "human", "human"]);
  });

  it("when it merges what another agent wrote", async () => {
    let made = "";
    const bed = await branched(async (there, now) => {
      made = await there.write("src/f.ts", now);
    });
    await git(bed, "merge", "-q", "--no-edit", "side");
    expect(await bed.who("src/f.ts", { made })).toEqual(["human", ...human, "made"]);
    bed.put("src/f.ts", [...bed.read("src/f.ts"), "// by a person"]);
    await bed.commit();
    expect(await (await cloneBed(bed)).who("src/f.ts", { made })).toEqual(["human", ...human, "made", "human"]);
  });

  it("when it reverts a person's commit", async () => {
    const bed = await started();
    bed.put("src/f.ts", lines.toSpliced(2, 1));
    await bed.commit("one less");
    bed.put("src/f.ts", [ours, ...bed.read("src/f.ts")]);
    await bed.commit("one more");
    await git(bed, "revert", "--no-edit", "HEAD~1");
    expect(bed.read("src/f.ts")).toEqual([ours, ...lines]);
    expect(await bed.who("src/f.ts")).toEqual(["human", ...human]);
  });

  it("when it puts a person's work aside and brings it back, over what was changed meanwhile", async () => {
    const bed = await started();
    bed.put("src/f.ts", [...lines, theirs]);
    await git(bed, "stash");
    const made = await bed.write("src/f.ts", ["const agents = ninth(99999);", ...lines]);
    await bed.commit();
    await git(bed, "stash", "pop");
    expect(bed.read("src/f.ts")).toEqual(["const agents = ninth(99999);", ...lines, theirs]);
    expect(await bed.who("src/f.ts", { made })).toEqual(["made", ...human, "human"]);
  });

  it("when it brings back what a person had put aside", async () => {
    const bed = await started();
    bed.put("src/f.ts", [...lines, theirs]);
    bed.git("stash");
    bed.put("src/f.ts", [ours, ...lines]);
    await bed.commit();
    await git(bed, "stash", "pop");
    expect(bed.read("src/f.ts")).toEqual([ours, ...lines, theirs]);
    expect(await bed.who("src/f.ts")).toEqual(["human", ...human, "human"]);
  });

  it("when it pulls what somebody else wrote", async () => {
    const bed = await started();
    const clone = await cloneBed(bed);
    const made = await clone.write("src/f.ts", [...lines, theirs]);
    await clone.commit();
    clone.put("src/f.ts", [...lines, theirs, "const person = there(11111);"]);
    await clone.commit();
    bed.put("src/f.ts", [ours, ...lines]);
    await bed.commit();
    await git(bed, "pull", "-q", "--no-rebase", "--no-edit", clone.root, "HEAD");
    // What comes from a folder of this machine, an agent may have made there.
    expect(await bed.who("src/f.ts", { made })).toEqual(["human", ...human, "made", "unknown"]);
  });
});

describe("what an agent wrote is still its own", () => {
  it("when another command restores it", async () => {
    const bed = await started();
    const made = await bed.write("src/f.ts", [...lines, theirs]);
    await bed.commit();
    await bed.write("src/f.ts", lines);
    await git(bed, "checkout", "--", "src/f.ts");
    expect(await bed.who("src/f.ts", { made })).toEqual([...human, "made"]);
  });

  it("when a commit that it made by hand never was in the work tree", async () => {
    const bed = await started();
    await bed.run("git commit-tree", () => {
      bed.put("src/f.ts", [...lines, theirs]);
      bed.git("commit", "-qam", "in passing");
      bed.git("reset", "-q", "--hard", "HEAD~1");
    });
    const hidden = bed.git("reflog", "-1", "--format=%H", "HEAD@{1}").trim();
    const made = await git(bed, "checkout", hidden, "--", "src/f.ts");
    expect(bed.read("src/f.ts")).toEqual([...lines, theirs]);
    expect(await bed.who("src/f.ts", { made: made ?? "" })).toEqual([...human, "made"]);
  });

  it.each(["mv", "git mv"])("when its file is moved by %s, which knows no more names than it says", async (how) => {
    const bed = await started();
    const made = await bed.write("src/f.ts", [...lines, theirs]);
    await bed.commit();
    const words = [...how.split(" "), "src/f.ts", "src/g.ts"];
    await bed.run(words.join(" "), () => renameSync(join(bed.root, "src/f.ts"), join(bed.root, "src/g.ts")));
    const [last] = await bed.writ.traces.last(1);
    expect(Object.keys(last?.record.metadata?.files ?? {})).toEqual(["src/g.ts"]);
    const copy = await bed.run("cp src/g.ts src/h.ts", () => bed.put("src/h.ts", [...lines, theirs]));
    expect(await bed.who("src/g.ts", { made })).toEqual([...human, "made"]);
    expect(await bed.who("src/h.ts", { copy: copy ?? "" })).toEqual(Array(7).fill("copy"));
  });

  it("when one command writes to many files, and moves some", async () => {
    const bed = await started();
    bed.put(
      "src/g.ts",
      lines.map((line) => line.replace("const", "let")),
    );
    await bed.commit();
    const made = await bed.run("node codemod.js && mv src/g.ts src/h.ts", () => {
      for (const path of ["src/f.ts", "src/g.ts"]) bed.put(path, [...bed.read(path), theirs]);
      renameSync(join(bed.root, "src/g.ts"), join(bed.root, "src/h.ts"));
    });
    for (const path of ["src/f.ts", "src/h.ts"])
      expect(await bed.who(path, { made: made ?? "" })).toEqual([...human, "made"]);
  });
});

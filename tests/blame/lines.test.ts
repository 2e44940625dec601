import { renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cloneBed, openBed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);", "const gamma = third(3);"];
const added = ["const delta = fourth(4);", "const epsilon = fifth(5);"];
const block = ["function moved(value) {", "  return value + 12345;", "}"];

describe("a line is still its maker's", () => {
  it("when an agent puts it into another file first, and then takes it out here", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", [...one, ...block]);
    const paste = await bed.write("src/b.ts", [...block, "const own = 1234567;"]);
    await bed.write("src/a.ts", one);
    expect(await bed.who("src/b.ts", { paste })).toEqual(["human", "human", "human", "paste"]);
  });

  it("when an agent takes it out first, and puts it into another file then", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", [...one, ...block]);
    bed.put("src/b.ts", ["const own = 1234567;"]);
    await bed.write("src/a.ts", one);
    await bed.write("src/b.ts", ["const own = 1234567;", ...block]);
    expect(await bed.who("src/b.ts")).toEqual(["human", "human", "human", "human"]);
  });

  it("but a copy is whoever's who pasted it, while the first still stands", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", [...one, ...block]);
    const copy = await bed.write("src/b.ts", block);
    expect(await bed.who("src/b.ts", { copy })).toEqual(["copy", "copy", "copy"]);
    expect(await bed.who("src/a.ts", { copy })).toEqual(Array(6).fill("human"));
    bed.put("src/c.ts", block);
    expect(await bed.who("src/c.ts", { copy })).toEqual(["human", "human", "human"]);
  });

  it("and a copy's file may be renamed and laid out anew without taking the first one with it", async () => {
    const bed = await openBed();
    const call = 'call(first, second, "third of them");';
    bed.put("src/a.ts", [...one, call]);
    const copy = await bed.write("src/b.ts", [call, ...added]);
    await bed.move("src/b.ts", "src/c.ts", () => renameSync(join(bed.root, "src/b.ts"), join(bed.root, "src/c.ts")));
    await bed.write("src/c.ts", ["call(", "  first,", "  second,", "  'third of them',", ");", ...added]);
    await bed.commit();
    bed.git("mv", "src/a.ts", "src/d.ts");
    expect(await bed.who("src/d.ts", { copy })).toEqual(["human", "human", "human", "human"]);
    expect(await bed.who("src/c.ts", { copy })).toEqual(Array(7).fill("copy"));
  });

  it("when it was cut on another branch, and is copied on this one, where it still stands", async () => {
    const bed = await openBed();
    const made = await bed.write("src/a.ts", [...one, ...block]);
    await bed.commit();
    bed.git("checkout", "-qb", "side");
    await bed.write("src/a.ts", one);
    await bed.commit();
    bed.git("checkout", "-q", "main");
    const copy = await bed.write("src/b.ts", block);
    expect(await bed.who("src/b.ts", { made, copy })).toEqual(["copy", "copy", "copy"]);
  });

  it("when an agent changed the file forth and back", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.write(
      "src/a.ts",
      one.map((line) => `${line}\r`),
    );
    await bed.write("src/a.ts", one);
    expect(await bed.who("src/a.ts")).toEqual(["human", "human", "human"]);
  });

  it("when it came with a merge, and a formatter broke it since", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    bed.git("checkout", "-qb", "side");
    const made = await bed.write("src/a.ts", ['call(first, second, "third of them");', ...one]);
    await bed.commit();
    bed.git("checkout", "-q", "main");
    const main = await bed.write("src/a.ts", [...one, ...added]);
    await bed.commit();
    bed.git("merge", "-q", "--no-edit", "side");
    const next = await bed.write("src/a.ts", [...bed.read("src/a.ts"), "const zeta = sixth(6);"]);
    bed.put("src/a.ts", [
      "call(",
      "  first,",
      "  second,",
      "  'third of them',",
      ");",
      ...bed.read("src/a.ts").slice(1),
    ]);
    expect(await bed.who("src/a.ts", { made, main, next })).toEqual([
      ...Array(5).fill("made"),
      ...Array(3).fill("human"),
      "main",
      "main",
      "next",
    ]);
  });

  it("in a clone too, when its file never was committed under the name it was made in", async () => {
    const bed = await openBed();
    bed.put("src/z.ts", ["nothing"]);
    await bed.commit();
    const made = await bed.write("src/a.ts", [...one, ...added]);
    renameSync(join(bed.root, "src/a.ts"), join(bed.root, "src/b.ts"));
    bed.put("src/b.ts", ["// by a person", ...bed.read("src/b.ts")]);
    await bed.commit();
    const clone = await cloneBed(bed);
    const expected = ["human", ...Array(5).fill("made")];
    expect(await bed.who("src/b.ts", { made })).toEqual(expected);
    expect(await clone.who("src/b.ts", { made })).toEqual(expected);
  });

  it("in a clone too, when the branch it was first known on is not there", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    bed.git("checkout", "-qb", "side");
    await bed.write(
      "src/a.ts",
      one.map((line) => `${line}\r`),
    );
    await bed.commit();
    bed.git("checkout", "-q", "main");
    const made = await bed.write("src/a.ts", [...one, ...added]);
    await bed.commit();
    bed.git("branch", "-qD", "side");
    const clone = await cloneBed(bed);
    expect(await clone.who("src/a.ts", { made })).toEqual(["human", "human", "human", "made", "made"]);
  });
});

describe("a name is not a file", () => {
  const header = ["// Licensed to you under terms", "// that are written elsewhere", 'import { one } from "one";'];

  it("so a file a person makes with an agent's header is theirs, also when git takes it for a copy", async () => {
    const bed = await openBed();
    await bed.write("src/a.ts", [...header, ...added]);
    await bed.commit();
    bed.put("src/mine.ts", [...header, ...added.slice(1), "const mine = 12345;"]);
    const expected = Array(5).fill("human");
    expect(await bed.who("src/mine.ts")).toEqual(expected);
    await bed.commit();
    expect(await bed.who("src/mine.ts")).toEqual(expected);
    expect(await (await cloneBed(bed)).who("src/mine.ts")).toEqual(expected);
  });

  it("so lines stay an agent's when their file is renamed, and a person gives its old name to another", async () => {
    const bed = await openBed();
    const calls = ["one", "two", "three", "four"].map((name) => `call(${name}, ${name}1, ${name}2);`);
    const made = await bed.write("src/w.ts", calls);
    await bed.commit();
    const broken = calls.flatMap((call) => [
      "call(",
      ...call
        .slice(5, -2)
        .split(", ")
        .map((word) => `  ${word},`),
      ");",
    ]);
    await bed.write("src/w.ts", broken);
    bed.git("mv", "src/w.ts", "src/v.ts");
    await bed.commit();
    const expected = broken.map(() => "made");
    expect(await bed.who("src/v.ts", { made })).toEqual(expected);
    bed.put("src/w.ts", ["const another = file(1);", "const entirely = new(2);"]);
    expect(await bed.who("src/v.ts", { made })).toEqual(expected);
    await bed.commit();
    expect(await bed.who("src/v.ts", { made })).toEqual(expected);
    expect(await bed.who("src/w.ts", { made })).toEqual(["human", "human"]);
    expect(await (await cloneBed(bed)).who("src/v.ts", { made })).toEqual(expected);
  });
});

describe("a file as a commit has it", () => {
  it("is told of by what was then", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    const first = await bed.write("src/a.ts", [...one, ...added]);
    await bed.commit();
    const second = await bed.write("src/a.ts", [...block, ...one, ...added]);
    await bed.commit();
    const names = { first, second };
    expect(await bed.who("src/a.ts", names, "HEAD~2")).toEqual(["human", "human", "human"]);
    expect(await bed.who("src/a.ts", names, "HEAD~1")).toEqual(["human", "human", "human", "first", "first"]);
    expect((await bed.who("src/a.ts", names, "HEAD")).slice(0, 3)).toEqual(["second", "second", "second"]);
    // What stands elsewhere now did not then.
    bed.put("src/b.ts", added);
    expect((await bed.who("src/a.ts", names, "HEAD~1")).slice(3)).toEqual(["first", "first"]);
  });

  it("may be one that a merge made of what two wrote, and that nobody recorded", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    bed.git("checkout", "-qb", "side");
    const top = await bed.write("src/a.ts", [...block, ...one]);
    await bed.commit();
    bed.git("checkout", "-q", "main");
    const end = await bed.write("src/a.ts", [...one, ...added]);
    await bed.commit();
    bed.git("merge", "-q", "--no-edit", "side");
    const clone = await cloneBed(bed);
    const expected = ["top", "top", "top", "human", "human", "human", "end", "end"];
    for (const here of [bed, clone]) {
      expect(await here.who("src/a.ts", { top, end })).toEqual(expected);
      expect(await here.who("src/a.ts", { top, end }, "HEAD")).toEqual(expected);
    }
  });
});

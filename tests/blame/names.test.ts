import { renameSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const added = ["const gamma = third(3);", "const delta = fourth(4);"];

/** An agent changed a file, and then changed that again, so that of its first change no line is left. */
async function twiceChanged(): Promise<{ bed: Bed; first: string; second: string }> {
  const bed = await openBed();
  bed.put("src/f.ts", one);
  await bed.commit();
  const first = await bed.write("src/f.ts", [...one, "const gone = since(0);"]);
  await bed.commit();
  const second = await bed.write("src/f.ts", [...one, ...added]);
  await bed.commit();
  return { bed, first, second };
}

describe("the story of a file goes on under its new name", () => {
  it.each<[string, (bed: Bed) => void]>([
    ["that git moved it to", (bed) => void bed.git("mv", "src/f.ts", "src/g.ts")],
    ["that a commit gave it", (bed) => bed.git("mv", "src/f.ts", "src/g.ts") + bed.git("commit", "-qm", "move")],
    ["that a person moved it to", ({ root }) => renameSync(join(root, "src/f.ts"), join(root, "src/g.ts"))],
  ])("%s", async (_, move) => {
    const { bed, first, second } = await twiceChanged();
    move(bed);
    const told = await bed.writ.why("src/g.ts");
    expect(told.names).toEqual(["src/g.ts", "src/f.ts"]);
    expect(told.intents).toMatchObject([{ id: "INT-001", changes: 2 }]);
    expect(told.first).not.toBe(told.last?.at);
    expect(told.last?.trace).toBe(second);
    expect((await bed.writ.names("src/g.ts")).map(({ name }) => name)).toEqual(["src/g.ts", "src/f.ts"]);
    expect(first).not.toBe(second);
  });

  it("that an agent gave it", async () => {
    const { bed } = await twiceChanged();
    await bed.move("src/f.ts", "src/g.ts", () => renameSync(join(bed.root, "src/f.ts"), join(bed.root, "src/g.ts")));
    expect((await bed.writ.why("src/g.ts")).intents).toMatchObject([{ changes: 3 }]);
  });

  it("and has nothing of another file that got its old one since", async () => {
    const { bed } = await twiceChanged();
    bed.git("mv", "src/f.ts", "src/g.ts");
    await bed.commit("move");
    await new Promise((done) => setTimeout(done, 1100));
    await bed.write("src/f.ts", ["export const quiteAnother = file(99);"]);
    const told = await bed.writ.why("src/g.ts");
    expect(told.intents).toMatchObject([{ changes: 2 }]);
    expect((await bed.writ.why("src/f.ts")).names).toEqual(["src/f.ts"]);
  });
});

describe("a folder that was moved, with a link left where it was", () => {
  it.each([true, false])("keeps who made its lines, where its old name was committed: %s", async (isCommitted) => {
    const bed = await openBed();
    bed.put("src/other.ts", ["const other = file(0);"]);
    await bed.commit();
    const made = await bed.write("src/old/x.ts", one);
    if (isCommitted) await bed.commit();
    renameSync(join(bed.root, "src/old"), join(bed.root, "src/new"));
    symlinkSync("new", join(bed.root, "src/old"));
    expect(await bed.who("src/new/x.ts", { made })).toEqual(["made", "made"]);
    expect(await bed.who("src/old/x.ts", { made })).toEqual(["made", "made"]);
    expect((await bed.writ.names("src/new/x.ts")).map(({ name }) => name)).toContain("src/old/x.ts");
    await bed.commit("moved");
    expect(await bed.who("src/new/x.ts", { made })).toEqual(["made", "made"]);
    expect(await (await cloneBed(bed)).who("src/new/x.ts", { made })).toEqual(["made", "made"]);
  });
});

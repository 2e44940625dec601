import { cp, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { readWriter } from "./writer.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-writer-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, "copy"));
});
const writerIn = (name: string) => readWriter(join(folder, name, ".state"), join(folder, name));

describe("the writer of a working copy", () => {
  it("is made once and stays", async () => {
    const writer = await writerIn("copy");
    expect(writer).toMatch(/^[0-9a-f]{12}$/);
    expect(await writerIn("copy")).toBe(writer);
  });

  it("is the same for all who ask at once", async () => {
    const writers = await Promise.all(Array.from({ length: 10 }, () => writerIn("copy")));
    expect(new Set(writers).size).toBe(1);
  });

  it("is another one in a copied tree, and in a moved one", async () => {
    const writer = await writerIn("copy");
    await cp(join(folder, "copy"), join(folder, "copied"), { recursive: true });
    await rename(join(folder, "copy"), join(folder, "moved"));
    const others = [await writerIn("copied"), await writerIn("moved")];
    expect(new Set([writer, ...others]).size).toBe(3);
  });

  it("is the same through a link to the same tree", async () => {
    const writer = await writerIn("copy");
    await symlink(join(folder, "copy"), join(folder, "linked"));
    expect(await writerIn("linked")).toBe(writer);
  });

  it.each(["", "{", "null", "{}", '{"id":"../../x","place":"x"}'])(
    "is made anew when its file holds %j",
    async (text) => {
      await writerIn("copy");
      await writeFile(join(folder, "copy", ".state", "writer.json"), text);
      expect(await writerIn("copy")).toMatch(/^[0-9a-f]{12}$/);
      expect((await readdir(join(folder, "copy", ".state"))).sort()).toEqual(["writer.json", "writer.lock"]);
    },
  );
});

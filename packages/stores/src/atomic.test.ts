import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { writeAtomic } from "./atomic.ts";

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-atomic-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  file = join(folder, "a.json");
});

describe("writeAtomic", () => {
  it.each([
    ["text", "hällo"],
    ["nothing", ""],
    ["bytes", Buffer.from([0, 255, 10])],
  ])("writes %s", async (_, data) => {
    await writeAtomic(file, data);
    await writeAtomic(file, data, { sync: false });
    expect(await readFile(file)).toEqual(Buffer.from(data));
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it("makes the folder it needs", async () => {
    await writeAtomic(join(folder, "b", "c", "d.json"), "1");
    expect(await readFile(join(folder, "b", "c", "d.json"), "utf8")).toBe("1");
  });

  it.skipIf(process.platform === "win32")("keeps the permissions of what it replaces, whatever the umask", async () => {
    await writeFile(file, "old");
    await chmod(file, 0o666);
    await writeAtomic(file, "new", { mode: 0o600 });
    expect((await stat(file)).mode & 0o777).toBe(0o666);
    await writeAtomic(join(folder, "b.json"), "new", { mode: 0o600 });
    expect((await stat(join(folder, "b.json"))).mode & 0o777).toBe(0o600);
  });

  it("refuses to write through a symbolic link", async () => {
    await writeFile(join(folder, "target"), "precious");
    await symlink(join(folder, "target"), file);
    await expect(writeAtomic(file, "new")).rejects.toMatchObject({
      problem: { code: "STORE_FAILED", message: expect.stringContaining("symbolic link") },
    });
    expect(await readFile(join(folder, "target"), "utf8")).toBe("precious");
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
  });

  it("refuses a folder, and leaves nothing behind", async () => {
    await mkdir(file);
    await expect(writeAtomic(file, "new")).rejects.toMatchObject({ problem: { code: "STORE_FAILED", meta: { file } } });
    expect(await readdir(folder)).toEqual(["a.json"]);
  });

  it("shows whole contents only, to any reader at any time", async () => {
    const contents = ["a", "b", "c"].map((letter) => letter.repeat(200_000));
    await writeAtomic(file, contents[0] ?? "");
    let isDone = false;
    const reading = (async () => {
      const seen = new Set<string>();
      while (!isDone) seen.add(await readFile(file, "utf8"));
      return seen;
    })();
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(contents.map((content) => writeAtomic(file, content, { sync: false })));
    }
    isDone = true;
    const seen = await reading;
    expect(seen.size).toBeGreaterThan(0);
    expect([...seen].every((content) => contents.includes(content))).toBe(true);
  });
});

import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { withFileLock } from "./file-lock.ts";
import { loadKernelLocks } from "./kernel.ts";
import { kernelLock } from "./kernel-lock.ts";
import { ownedLock } from "./owned-lock.ts";
import { currentOwner, lifeOf, parseName, toName } from "./owner.ts";
import { processStart } from "./process-start.ts";

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "writ-lock-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  path = join(folder, "leases", "a.lock");
});

it("has the kernel's locks on this platform", async () => {
  expect(await loadKernelLocks()).not.toBeNull();
});

describe.each(["kernel", "owned"] as const)("the %s lock", (kind) => {
  it("lets one in at a time, in this process too", async () => {
    let inside = 0;
    let most = 0;
    const visits = Array.from({ length: 20 }, () =>
      withFileLock(
        path,
        async () => {
          inside += 1;
          most = Math.max(most, inside);
          await sleep(1);
          inside -= 1;
        },
        { kind },
      ),
    );
    await Promise.all(visits);
    expect(most).toBe(1);
  });

  it("gives back what was done, and passes errors on, free again either way", async () => {
    expect(await withFileLock(path, async () => 42, { kind })).toBe(42);
    const failing = withFileLock(path, () => Promise.reject(new Error("mine")), { kind });
    await expect(failing).rejects.toThrow("mine");
    expect(await withFileLock(path, async () => 43, { kind, waitMs: 100 })).toBe(43);
  });

  it("waits no longer than told, and then names the file", async () => {
    await withFileLock(
      path,
      async () => {
        const impatient = withFileLock(path, async () => "in", { kind, waitMs: 40 });
        await expect(impatient).rejects.toMatchObject({
          problem: { code: "STORE_FAILED", message: expect.stringContaining(path) },
        });
      },
      { kind },
    );
    expect(await withFileLock(path, async () => "in", { kind })).toBe("in");
  });

  it("lets others in after somebody gave up waiting", async () => {
    const slow = withFileLock(path, () => sleep(80, "slow"), { kind });
    const impatient = withFileLock(path, async () => "impatient", { kind, waitMs: 10 });
    const patient = withFileLock(path, async () => "patient", { kind });
    await expect(impatient).rejects.toThrow();
    expect(await Promise.all([slow, patient])).toEqual(["slow", "patient"]);
  });

  it("says why when it cannot be taken at all", async () => {
    await writeFile(join(folder, "leases"), "a file where the folder should be");
    await expect(withFileLock(path, async () => 1, { kind, waitMs: 50 })).rejects.toMatchObject({
      problem: { code: "STORE_FAILED" },
    });
  });
});

it("does not follow a link in place of the lock file", async () => {
  await mkdir(join(folder, "leases"));
  await symlink(join(folder, "elsewhere"), path);
  await expect(withFileLock(path, async () => 1)).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
  expect(await readdir(folder)).toEqual(["leases"]);
});

it("is not fooled by a lock file that was deleted while it was taken", async () => {
  const lock = kernelLock(path, {
    tryLock: () => {
      rmSync(path);
      return true;
    },
  });
  expect(await lock.take()).toBeNull();
});

it("does without the kernel where the file system knows no locks", async () => {
  const locks = {
    tryLock: () => {
      throw Object.assign(new Error("no locks available"), { code: "ENOLCK" });
    },
  };
  const [one, other] = [kernelLock(path, locks), kernelLock(path, locks)];
  const release = await one.take();
  expect(release).not.toBeNull();
  expect(await other.take()).toBeNull();
  await release?.();
  expect(await other.take()).not.toBeNull();
});

describe("the owner of a lock without the kernel", () => {
  /** As if a process had died while it held the lock. */
  const leaveBehind = async (over: Partial<ReturnType<typeof currentOwner>>) => {
    await mkdir(`${path}.d`, { recursive: true });
    const left = join(`${path}.d`, toName({ ...currentOwner(), ...over }));
    await writeFile(left, "");
    return left;
  };
  const enter = (waitMs = 100) => withFileLock(path, async () => "in", { kind: "owned", waitMs });
  const noPid = 2 ** 22 + 1;

  it("is told by a name that is read back", () => {
    const owner = currentOwner();
    expect(parseName(toName(owner))).toEqual(owner);
    expect(parseName("anything else")).toBeNull();
    expect(lifeOf(owner, owner.space)).toBe("alive");
    expect(lifeOf(owner, "elsewhere")).toBe("unknown");
  });

  it("holds nothing once it is dead", async () => {
    await leaveBehind({ pid: noPid });
    expect(await enter()).toBe("in");
  });

  it("holds nothing when another process has its pid now: the start differs", async () => {
    await leaveBehind({ start: "0123456789ab" });
    expect(await enter()).toBe("in");
  });

  it("keeps its lock while it lives", async () => {
    await leaveBehind({});
    await expect(enter()).rejects.toMatchObject({ problem: { code: "STORE_FAILED" } });
  });

  it("may be in another container: then its silence decides, by a clock that never steps back", async () => {
    const left = await leaveBehind({ space: "0123456789ab", pid: noPid });
    let now = 0;
    const lock = ownedLock(path, () => now);
    onTestFinished(() => lock.drop());
    expect(await lock.take()).toBeNull();
    now = 4_000;
    // A sign of life, dated into the past as after a clock that was set back.
    await utimes(left, new Date(1_000), new Date(1_000));
    expect(await lock.take()).toBeNull();
    now = 8_000;
    expect(await lock.take()).toBeNull();
    now = 9_001;
    const release = await lock.take();
    expect(release).not.toBeNull();
    await release?.();
  });

  it("leaves nothing behind, and clears away what others left", async () => {
    await leaveBehind({ pid: noPid });
    await mkdir(`${path}.d-${toName({ ...currentOwner(), pid: noPid })}`);
    await mkdir(`${path}.d-${toName(currentOwner())}`);
    expect(await enter()).toBe("in");
    expect(await readdir(join(folder, "leases"))).toEqual([expect.stringContaining(`-${process.pid}-`.slice(1))]);
  });

  it("is broken by one only, however many see that it is stale", async () => {
    for (let round = 0; round < 30; round += 1) {
      await leaveBehind({ pid: noPid });
      const takers = Array.from({ length: 6 }, () => ownedLock(path));
      const taken = await Promise.all(takers.map((taker) => taker.take()));
      const releases = taken.filter((release) => release !== null);
      expect(releases).toHaveLength(1);
      await releases[0]?.();
      await Promise.all(takers.map((taker) => taker.drop()));
    }
  });
});

describe("when a process started", () => {
  it("stays the same while it lives, and is nothing for one that is not there", () => {
    expect(processStart(process.pid)).toBe(processStart(process.pid));
    expect(processStart(process.pid)).not.toBe("");
    expect(processStart(2 ** 22 + 1)).toBeNull();
  });
});

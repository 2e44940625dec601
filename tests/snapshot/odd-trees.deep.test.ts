import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createWrit } from "../../packages/runtime/src/create-writ.ts";
import { startClock, TooSlow } from "../../packages/runtime/src/snapshot/look/clock.ts";
import { scan } from "../../packages/runtime/src/snapshot/look/scan.ts";
import { openBed } from "./bed.ts";

const strayed = async (bed: Awaited<ReturnType<typeof openBed>>) =>
  (await bed.decisions("strayed")).flatMap(({ paths = [] }) => paths);

describe("a look at an unusual work tree", () => {
  it("does without git", async () => {
    const bed = await openBed();
    await bed.call(() => {});
    rmSync(join(bed.root, ".git"), { recursive: true });
    mkdirSync(join(bed.root, "node_modules"));
    const { trace } = await bed.call(() => {
      bed.put("src/auth/jwt.ts", "one\n2\nthree\n");
      bed.put("README.md", "ruined\n");
      bed.put("node_modules/x.js", "x");
    });
    expect(trace?.files[0]?.conversations[0]?.ranges).toMatchObject([{ start_line: 2, end_line: 2 }]);
    expect(await strayed(bed)).toEqual(["README.md"]);
  });

  it("does before the first commit, and over it", async () => {
    const bed = await openBed();
    bed.sh("rm -rf .git && git init -q -b main");
    await bed.call(() => bed.put("README.md", "ruined\n"));
    expect(await strayed(bed)).toEqual(["README.md"]);
    const { trace } = await bed.call(() => {
      bed.put("src/auth/jwt.ts", "in the first commit\n");
      bed.git("add", "-A");
      bed.git("commit", "-qm", "first");
    });
    expect(trace?.files.map((file) => file.relative_path)).toEqual(["src/auth/jwt.ts"]);
  });

  it("sees a submodule as one thing, and another repository inside", async () => {
    const bed = await openBed();
    const library = realpathSync(mkdtempSync(join(tmpdir(), "writ-library-")));
    onTestFinished(() => rmSync(library, { recursive: true, force: true }));
    bed.sh(
      `cd ${library} && git init -q && echo a > a && git add a && git -c user.name=a -c user.email=a@b commit -qm a`,
    );
    bed.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library, "lib");
    bed.git("commit", "-qam", "lib");
    bed.sh("git init -q inner && echo x > inner/x");
    await bed.call(() => {});
    expect(await strayed(bed)).toEqual([]);
    await bed.call(() => bed.sh("echo b > lib/a"));
    expect(await strayed(bed)).toEqual(["lib"]);
    await bed.call(() => bed.sh("echo c >> lib/a; echo y > inner/x"));
    expect(await strayed(bed)).toEqual(["lib", "inner", "lib"]);
  });

  it("stands in a linked work tree, and in a folder below git's top", async () => {
    const bed = await openBed();
    const tree = `${bed.root}-tree`;
    onTestFinished(() => rmSync(tree, { recursive: true, force: true }));
    bed.git("worktree", "add", "-q", "-b", "side", tree);
    bed.sh(`echo x > ${tree}/README.md`);
    expect([...(await scan(tree)).tree.files.keys()]).toEqual(["README.md"]);
    expect([...(await scan(tree)).tree.guarded.keys()]).toContain(".git/config");
    bed.put("src/auth/jwt.ts", "x\n");
    bed.put("README.md", "x\n");
    expect([...(await scan(join(bed.root, "src"))).tree.files.keys()]).toEqual(["auth/jwt.ts"]);
  });

  it("leaves what a sparse checkout left out alone", async () => {
    const bed = await openBed();
    bed.git("sparse-checkout", "set", "src/auth", ".orchestration");
    await bed.call(() => bed.put("src/auth/jwt.ts", "x\n"));
    expect(await strayed(bed)).toEqual([]);
    expect(await bed.traces()).toHaveLength(1);
  });

  it("follows no link to a folder, also one that took a folder's place", async () => {
    const bed = await openBed();
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "writ-outside-")));
    onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
    bed.sh(`echo secret > ${outside}/invoice.ts`);
    await bed.call(() => {
      rmSync(join(bed.root, "src/billing"), { recursive: true });
      symlinkSync(outside, join(bed.root, "src/billing"));
    });
    expect(await strayed(bed)).toEqual(["src/billing", "src/billing/invoice.ts"]);
    await bed.call(() => bed.sh(`echo more >> ${outside}/invoice.ts`));
    expect(await strayed(bed)).toHaveLength(2);
  });

  it("is given up when it takes too long, and that is on record", async () => {
    const bed = await openBed();
    await expect(scan(bed.root, { clock: startClock(0) })).rejects.toThrow(TooSlow);
    bed.sh("mkdir -p bin && printf '#!/bin/sh\\nsleep 20\\n' > bin/git && chmod +x bin/git");
    const { PATH } = process.env;
    process.env.PATH = `${join(bed.root, "bin")}:${PATH}`;
    onTestFinished(() => {
      process.env.PATH = PATH;
    });
    const { trace, messages } = await bed.call(() => bed.put("src/auth/named.ts", "x\n"), "touch src/auth/named.ts");
    expect(trace?.files.map((file) => file.relative_path)).toEqual(["src/auth/named.ts"]);
    expect(messages?.[0]).toContain("longer than 5 seconds");
    expect(await bed.decisions("gap")).toMatchObject([{ reason: expect.stringContaining("longer than 5 seconds") }]);
  }, 30_000);

  it("survives files that come and go meanwhile", async () => {
    const bed = await openBed();
    const flicker = bed.sh(
      "(for i in $(seq 300); do echo $i > flicker-$i; rm -f flicker-$i; done) >/dev/null 2>&1 & echo started",
    );
    expect(flicker).toBe("started\n");
    for (let n = 0; n < 5; n++) await bed.call(() => {});
    expect(await bed.decisions("gap")).toEqual([]);
  });

  it("keeps the command running when there is no room for copies", async () => {
    const bed = await openBed();
    await bed.call(() => {});
    bed.sh("rm -rf .orchestration/.state/undo && echo x > .orchestration/.state/undo");
    bed.put("README.md", "dirty\n");
    const { context } = await bed.call(() => bed.put("README.md", "ruined\n"));
    expect(context ?? "").toBe("");
    expect((await bed.decisions("gap")).length).toBeGreaterThan(0);
  });

  it("needs no sidecar on disk where everything is kept in memory", async () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-bare-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const writ = await createWrit(root);
    await expect(writ.alarms()).rejects.toThrow();
    await writ.close();
  });
});

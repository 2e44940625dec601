import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { diskFolder } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { openWorld, said } from "./world.ts";

describe("link, then write", () => {
  it.each([
    ["ln -s a.ts src/auth/in.ts", "pass"],
    ["ln -s ../billing/a.ts src/auth/x.ts", "SCOPE_VIOLATION"],
    ["ln src/billing/a.ts src/auth/x.ts", "SCOPE_VIOLATION"],
    ["ln -s ../billing src/auth/dir", "SCOPE_VIOLATION"],
    ["ln -s /etc src/auth/etc", "PATH_OUTSIDE_WORKSPACE"],
    ["ln -s ../../.orchestration src/auth/o", "PROTECTED_PATH"],
    ["ln -s ../billing/a.ts src/auth/x.ts && echo x > src/auth/x.ts", "SCOPE_VIOLATION"],
    ["ln -s ../billing src/auth/dir; echo x > src/auth/dir/a.ts", "SCOPE_VIOLATION"],
    ["mv src/billing src/auth/b && echo x > src/auth/b/a.ts", "SCOPE_VIOLATION"],
    ["mv src/auth/there src/auth/moved && echo x > src/auth/moved", "APPROVAL_REQUIRED"],
    ["mv src/auth/a.ts src/auth/b.ts && echo x > src/auth/b.ts", "pass"],
    ["cp -a src/auth/there src/auth/copy && echo x > src/auth/copy", "APPROVAL_REQUIRED"],
    ["tar xf src/auth/a.tar -C src/auth && echo x > src/auth/out", "APPROVAL_REQUIRED"],
    ["mv src/auth src/old; mv src/billing src/auth; echo x > src/auth/a.ts", "SCOPE_VIOLATION"],
    [
      "ln -s ../billing/a.ts src/auth/x.ts && mv src/auth/x.ts src/auth/y.ts && echo x > src/auth/y.ts",
      "SCOPE_VIOLATION",
    ],
    ["ln src/auth/a.ts src/auth/b.ts && mv src/auth/b.ts src/auth/sub/c.ts && echo x > src/auth/sub/c.ts", "pass"],
  ])("%s: %s", async (command, answer) => {
    const world = await openWorld();
    symlinkSync("../billing/a.ts", join(world.root, "src/auth/there"));
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe(answer);
  });

  describe("a relative link, in scope where it is made, that is brought to another folder", () => {
    it.each([
      [
        "ln -s ../billing/a.ts src/auth/sub/l && mv src/auth/sub/l src/auth/l && echo X > src/auth/l",
        "SCOPE_VIOLATION",
      ],
      ["ln -s ../billing/a.ts src/auth/sub/l && mv src/auth/sub/l src/auth/l", "SCOPE_VIOLATION"],
      [
        "ln -s ../billing/a.ts src/auth/sub/l && cp -d src/auth/sub/l src/auth/l && echo X > src/auth/l",
        "SCOPE_VIOLATION",
      ],
      [
        "ln -s ../billing/a.ts src/auth/sub/l && cp -P src/auth/sub/l src/auth/l; ls | tee src/auth/l",
        "SCOPE_VIOLATION",
      ],
      ["ln -s ../billing/a.ts src/auth/sub/l && cp --no-dereference src/auth/sub/l src/auth/", "SCOPE_VIOLATION"],
      ["ln -s ../billing/a.ts src/auth/sub/l && cp -P src/auth/a.ts src/auth/sub/l src/auth/", "SCOPE_VIOLATION"],
      [
        "ln -s ../billing/a.ts src/auth/sub/l && ln src/auth/sub/l src/auth/l && echo X > src/auth/l",
        "SCOPE_VIOLATION",
      ],
      ["ln -s ../billing src/auth/sub/d && mv src/auth/sub/d src/auth/ && echo X > src/auth/d/a.ts", "SCOPE_VIOLATION"],
      ["ln -s ../billing src/auth/sub/d && cd src/auth && mv sub/d . && cd d && echo X > a.ts", "SCOPE_VIOLATION"],
      [
        "ln -s ../../../../victim src/auth/sub/e/f/l && mv src/auth/sub/e/f/l src/auth/l && echo X > src/auth/l",
        "PATH_OUTSIDE_WORKSPACE",
      ],
      [
        "ln -s ../billing/a.ts src/auth/sub/l; mv src/auth/sub/l src/auth/sub/m; mv src/auth/sub/m src/auth/l",
        "SCOPE_VIOLATION",
      ],
      [
        "ln -s ../../billing src/auth/sub/e/d; mv src/auth/sub/e src/auth/e; echo X > src/auth/e/d/a.ts",
        "SCOPE_VIOLATION",
      ],
      ["for i in 1 2; do mv src/auth/sub/l src/auth/l; ln -s ../billing/a.ts src/auth/sub/l; done", "SCOPE_VIOLATION"],
      [
        "ln -s .. src/auth/sub/s && ln -s ../billing/q.ts src/auth/sub/s && echo X > src/auth/q.ts",
        "APPROVAL_REQUIRED",
      ],
      ["ln -s .. src/auth/sub/s && ln -s ../billing/q.ts src/auth/sub/s/q.ts", "APPROVAL_REQUIRED"],
      ["ln -s .. src/auth/sub/s && cd src/auth/sub/s && echo X > ../billing/a.ts", "APPROVAL_REQUIRED"],
      ["mv src/auth/sub/there src/auth/l && echo X > src/auth/l", "APPROVAL_REQUIRED"],
      ["mv src/auth/sub/there src/auth/l", "APPROVAL_REQUIRED"],
      ["cp -P src/auth/sub/there src/auth/l", "APPROVAL_REQUIRED"],
      ["cp -a src/auth/sub/there src/auth/l", "APPROVAL_REQUIRED"],
      ["ln src/auth/sub/there src/auth/l", "APPROVAL_REQUIRED"],
      ["mv src/auth/sub/folder src/auth/ && echo X > src/auth/folder/a.ts", "APPROVAL_REQUIRED"],
      ["mv src/auth/sub/there src/auth/sub/m && mv src/auth/sub/m src/auth/l", "APPROVAL_REQUIRED"],
      ["mv src/auth/sub src/auth/other && echo X > src/auth/other/folder/a.ts", "APPROVAL_REQUIRED"],
      ["mv SCRATCH/l src/auth/l && echo X > src/auth/l", "APPROVAL_REQUIRED"],
      ["mv SCRATCH/* src/auth/ && echo X > src/auth/l", "APPROVAL_REQUIRED"],
      [
        "ln -s ../billing src/auth/sub/d && git mv src/auth/sub/d src/auth/d; echo X > src/auth/d/a.ts",
        "SCOPE_VIOLATION",
      ],
      [
        "ln -s two src/auth/one && ln -s ../billing/a.ts src/auth/sub/l && mv src/auth/sub/l src/auth/two && echo X > src/auth/one",
        "SCOPE_VIOLATION",
      ],
      ["ln -s ../../z src/auth/b/c/q && cd src/auth/b/c/q && echo X > ../../billing/a.ts", "APPROVAL_REQUIRED"],
      ["ln -s ../../z src/auth/b/c/q && echo X > src/auth/b/c/q/../../billing/a.ts", "APPROVAL_REQUIRED"],
      [
        "ln -s ../billing/a.ts src/auth/sub/l && rsync -l src/auth/sub/l src/auth/l && echo X > src/auth/l",
        "SCOPE_VIOLATION",
      ],
      ["ln -s ../billing/a.ts src/auth/sub/l && rsync -a src/auth/sub/l src/auth/", "SCOPE_VIOLATION"],
      ["rsync -a src/auth/sub/there src/auth/l", "APPROVAL_REQUIRED"],
      ["rsync --links src/auth/sub/there src/auth/l && echo X > src/auth/l", "APPROVAL_REQUIRED"],
      ["rsync -a src/auth/deep/b/ src/auth/bb/", "APPROVAL_REQUIRED"],
      ["rsync -a src/auth/deep/b src/auth/", "APPROVAL_REQUIRED"],
      ["cp -r src/auth/deep/b src/auth/", "APPROVAL_REQUIRED"],
      ["cp -r src/auth/deep/b/ src/auth/bb", "APPROVAL_REQUIRED"],
      ["cp -rT src/auth/deep/b src/auth/bb", "APPROVAL_REQUIRED"],
      ["cp -a src/auth/deep/b/. src/auth/bb", "APPROVAL_REQUIRED"],
      ["cp -R -t src/auth src/auth/deep/b", "APPROVAL_REQUIRED"],
      ["echo 1 > src/auth/d/f; cp -a src/auth/sub src/auth/d; echo 2 > src/auth/d/f", "APPROVAL_REQUIRED"],
      // What is no link, or leads to the same as before, is nobody's concern.
      ["cp -r src/auth/deep/b src/auth/deep/c", "pass"],
      ["cp -r src/auth/deep/tidy src/auth/tidy", "pass"],
      ["rsync -a src/auth/deep/tidy/ src/auth/tidy/", "pass"],
      ["rsync -a src/auth/sub/b.ts src/auth/c.ts", "pass"],
      ["ln -s a.ts src/auth/sub/l && echo X > src/auth/sub/l", "pass"],
      ["cp src/auth/sub/b.ts src/auth/l && echo X > src/auth/l", "pass"],
      ["cp -P src/auth/sub/b.ts src/auth/l && echo X > src/auth/l", "pass"],
      ["cp -r src/auth/sub src/auth/other", "pass"],
      ["mv src/auth/a.ts src/auth/sub/a.ts && ln -s sub/a.ts src/auth/a.ts", "pass"],
      ["mv src/auth/sub/b.ts src/auth/t && mv src/auth/t src/auth/c.ts && echo X > src/auth/c.ts", "pass"],
    ])("%s: %s", async (command, answer) => {
      const world = await openWorld();
      world.put("src/auth/sub/b.ts", "b\n");
      symlinkSync("../billing/a.ts", join(world.root, "src/auth/sub/there"));
      symlinkSync("../billing", join(world.root, "src/auth/sub/folder"));
      world.put("src/auth/deep/b/x.ts", "x\n");
      symlinkSync("../../../billing/a.ts", join(world.root, "src/auth/deep/b/f"));
      world.put("src/auth/deep/tidy/in/x.ts", "x\n");
      symlinkSync("../in/x.ts", join(world.root, "src/auth/deep/tidy/in/f"));
      symlinkSync("in", join(world.root, "src/auth/deep/tidy/folder"));
      const scratch = diskFolder("writ-scratch-");
      onTestFinished(() => rmSync(scratch, { recursive: true }));
      symlinkSync("../billing/a.ts", join(scratch, "l"));
      const agent = await world.session("s-1");
      expect(said(await agent.bash(command.replace("SCRATCH", scratch)))).toBe(answer);
    });
  });

  it("is seen across calls, by the link that is there then", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    symlinkSync("../billing/a.ts", join(world.root, "src/auth/x.ts"));
    expect(said(await agent.bash("echo x > src/auth/x.ts"))).toBe("SCOPE_VIOLATION");
    expect(said(await agent.write("src/auth/x.ts", "x"))).toBe("SCOPE_VIOLATION");
  });
});

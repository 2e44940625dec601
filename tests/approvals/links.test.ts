import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
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
  ])("%s: %s", async (command, answer) => {
    const world = await openWorld();
    symlinkSync("../billing/a.ts", join(world.root, "src/auth/there"));
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe(answer);
  });

  it("is seen across calls, by the link that is there then", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    symlinkSync("../billing/a.ts", join(world.root, "src/auth/x.ts"));
    expect(said(await agent.bash("echo x > src/auth/x.ts"))).toBe("SCOPE_VIOLATION");
    expect(said(await agent.write("src/auth/x.ts", "x"))).toBe("SCOPE_VIOLATION");
  });
});

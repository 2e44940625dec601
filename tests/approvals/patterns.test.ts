import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openWorld, said } from "./world.ts";

describe("a pattern stands for anything in its folder", () => {
  it.each([
    ["sed -i s/a/b/ src/auth/*.ts", "pass"],
    ['for f in src/auth/*.ts; do sed -i s/a/b/ "$f"; done', "pass"],
    ["sed -i s/a/b/ src/*/a.ts", "SCOPE_VIOLATION"],
    ["sed -i s/a/b/ src/billing/*", "SCOPE_VIOLATION"],
    ["rm src/auth/*.ts", "APPROVAL_REQUIRED"],
    ["rm src/billing/*.ts", "SCOPE_VIOLATION"],
    ["touch .orchestration/*", "PROTECTED_PATH"],
    ["rm *", "APPROVAL_REQUIRED"],
    ["rm ./*", "PROTECTED_PATH"],
  ])("%s: %s", async (command, answer) => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe(answer);
  });

  it("is asked about where the folder holds something sensitive, or a link", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    world.put("src/auth/deep/package.json", "{}");
    expect(said(await agent.bash("sed -i s/a/b/ src/auth/*"))).toBe("APPROVAL_REQUIRED");
    world.put("scripts/x", "");
    expect(said(await agent.bash("sed -i s/a/b/ scripts/*"))).toBe("pass");
    symlinkSync("../src/billing/a.ts", join(world.root, "scripts/link"));
    expect(said(await agent.bash("sed -i s/a/b/ scripts/*"))).toBe("APPROVAL_REQUIRED");
  });
});

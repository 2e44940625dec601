import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { guarded, json, ok } from "./cli-bed.ts";
import { putHook } from "./hooks-bed.ts";

const unseen = "it runs code that is not shown here and not covered by this trust";

describe("a hook whose command names no file to look at", () => {
  it.each([
    ["[sh, -c, 'exec sh ./scripts/h.sh']", true],
    ["[make, -s, guard]", true],
    ["./scripts/h.sh", false],
  ])("%s is told apart before it is trusted: %s", async (command, isUnseen) => {
    const bed = await guarded();
    // make need not be there; whoever looks must be told all the same.
    await putHook(bed, "h", `event_type: SessionEnd\nhandler: { kind: script, command: ${command} }\n`);
    expect((await ok(bed.writ(["trust", "--yes"]))).includes(unseen)).toBe(isUnseen);
  });

  it("is a warning, not an error", async () => {
    const bed = await guarded();
    await putHook(bed, "h", "event_type: SessionEnd\nhandler:\n  kind: script\n  command: [sh, -c, 'true']\n");
    expect(await json(bed.writ(["hooks", "validate", "--json"]))).toMatchObject({
      ok: true,
      findings: [{ line: 5, severity: "warning", message: expect.stringContaining("trust does not cover") }],
    });
  });
});

it("writ doctor names the links that keep Writ from writing its logs", async () => {
  const bed = await guarded();
  await mkdir(join(bed.root, ".system/logs"), { recursive: true });
  await bed.put("notes.txt", "");
  await symlink("../../notes.txt", join(bed.root, ".system/logs/hooks.log"));
  const about = async () => (await bed.writ(["doctor"])).out;
  expect(await about()).toContain(".system/logs/hooks.log is a link, so nothing is written there.");
  await rm(join(bed.root, ".system/logs/hooks.log"));
  expect(await about()).not.toContain("is a link, so nothing is written there.");
});

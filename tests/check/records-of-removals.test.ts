import { describe, expect, it, vi } from "vitest";
import { ledgerFile, ofRule, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const path = "src/auth/login.ts";
const [locked, allowed] = ["  if (isLockedOut(u)) return false;\n", "  if (!hasPermission(u)) return false;\n"];
const [top, rest] = ["export function login(u) {\n", "  return checkPassword(u);\n}\n"];
const whole = top + locked + allowed + rest;

/** An agent took lines out in two steps, and wrote a line that it took out again; that is in main. */
async function takenOut() {
  const work = await startWork({ [path]: whole });
  const { bed, claude, commit } = work;
  await claude.read(path);
  await claude.edit(path, locked, "  const noted = noteOf(u);\n");
  await claude.edit(path, `  const noted = noteOf(u);\n${allowed}`, "");
  const id = commit();
  const file = ledgerFile(bed, "HEAD");
  bed.git("branch", "--quiet", "--force", "main", "HEAD");
  const bare = () => bed.git("commit", "--quiet", "--all", "--no-verify", "--message", "more");
  return { ...work, bare, file, id };
}

describe("the record of what an agent took out", () => {
  it.each<[string, string]>([
    ["somebody adds to the file", `${top + rest}// of mine\n`],
    ["only a part of it comes back", top + locked + rest],
    ["nothing that was there is left", `${top}  return true;\n}\n`],
  ])("is missed where %s", async (_, text) => {
    const { bed, bare, file, report } = await takenOut();
    bed.git("rm", "--quiet", file);
    await bed.put(path, text);
    bare();
    const found = await report();
    expect(found.ok).toBe(false);
    expect(ofRule(found, "record-removed").some(({ severity }) => severity === "error")).toBe(true);
  });

  it("is missed where the file has another name", async () => {
    const { bed, bare, file, report } = await takenOut();
    bed.git("rm", "--quiet", file);
    bed.git("mv", path, "src/auth/sign-in.ts");
    await bed.put("src/auth/sign-in.ts", `${top + rest}// of mine\n`);
    bare();
    expect((await report()).ok).toBe(false);
  });

  it("is not missed where all of it is back, beside what came since", async () => {
    const { bed, bare, id, report } = await takenOut();
    await bed.put(path, `// of mine\n${top + rest}`);
    bare();
    bed.git("branch", "--quiet", "--force", "main", "HEAD");
    bed.git("-c", "core.hooksPath=/dev/null", "revert", "--no-edit", id);
    expect(await bed.read(path)).toBe(`// of mine\n${whole}`);
    const found = await report();
    expect(found.findings.map(({ rule, severity }) => `${severity} ${rule}`)).toContain("note record-removed");
    expect(found.ok).toBe(true);
  });
});

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ofRule, ok, rulesOf, startWork, type Work } from "./bed.ts";

const pay = "src/billing/pay.ts";
const files = { "src/auth/login.ts": "export const login = 1;\n", [pay]: "export const pay = 1;\n" };

/** A call that is refused, then run or not, and whose end is told of all the same. */
async function refusedCall({ claude }: Work, tool: string, input: object, run: () => unknown = () => {}) {
  const over = { id: `toolu_refused_${tool}` };
  expect((await claude.before(tool, input, over)).says).toMatch(/^[A-Z_]+$/);
  await run();
  return claude.after(tool, input, over);
}

describe("a call that was refused and ran all the same", () => {
  const rows: [name: string, path: string, code: string, act: (work: Work) => Promise<{ out: string }>][] = [
    [
      "a command that deletes",
      pay,
      "SCOPE_VIOLATION",
      (work) => refusedCall(work, "Bash", { command: `rm ${pay}` }, () => rm(join(work.bed.root, pay))),
    ],
    [
      "a write outside of the scope",
      pay,
      "SCOPE_VIOLATION",
      (work) => {
        const content = "export const pay = 2;\n";
        const input = { file_path: join(work.bed.root, pay), content };
        return refusedCall(work, "Write", input, () => work.bed.put(pay, content));
      },
    ],
    [
      "a write that nobody agreed to",
      "src/auth/.env",
      "APPROVAL_REQUIRED",
      (work) => {
        const input = { file_path: join(work.bed.root, "src/auth/.env"), content: "A=1\n" };
        return refusedCall(work, "Write", input, () => work.bed.put("src/auth/.env", "A=1\n"));
      },
    ],
  ];
  it.each(rows)("fails: %s", async (_, path, code, act) => {
    const work = await startWork(files, { config: "assurance: {sensitive: script}\n" });
    const { out } = await act(work);
    expect(out).toContain("ran all the same");
    work.commit();
    const found = await work.report();
    expect(ofRule(found, "stray")).toMatchObject([{ path, severity: "error", message: expect.stringContaining(code) }]);
    await ok(work.bed.writ(["approve", "--file", path, "--yes"]));
    work.bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(rulesOf(await work.report())).not.toContain("stray");
  });

  it("fails where the file has another name since", async () => {
    const work = await startWork(files);
    const content = "export const pay = 2;\nexport const refund = 1;\n";
    const input = { file_path: join(work.bed.root, pay), content };
    await refusedCall(work, "Write", input, () => work.bed.put(pay, content));
    work.bed.git("mv", "--force", pay, "src/billing/other.ts");
    work.commit();
    expect(ofRule(await work.report(), "stray")).toMatchObject([{ path: "src/billing/other.ts" }, { path: pay }]);
  });

  it("is told as a gap where nobody knows what it may have changed", async () => {
    const work = await startWork(files);
    await refusedCall(work, "Bash", { command: "unheard-of-program" }, () => work.bed.put(pay, "1;\n"));
    work.commit();
    expect(rulesOf(await work.report())).toContain("gap");
  });

  it("is none where nothing changed: some agents tell of the end of what they did not run", async () => {
    const work = await startWork(files);
    const { out } = await refusedCall(work, "Write", { file_path: join(work.bed.root, pay), content: "1;\n" });
    expect(out).not.toContain("ran all the same");
    await work.bed.put(pay, "export const pay = 3;\n");
    work.commit();
    expect(rulesOf(await work.report())).not.toContain("stray");
  });
});

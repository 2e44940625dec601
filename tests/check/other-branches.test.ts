import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startAgent } from "../scenarios/harness.ts";
import { ofRule, ok, rulesOf, startWork, type Work } from "./bed.ts";

const pay = "src/billing/pay.ts";
const old = "export const pay = chargeOnce(1);\nexport const fee = computeFee(2);\nexport const tax = computeTax(3);\n";
const files = { "src/auth/login.ts": "export const login = 1;\n", [pay]: old };
const bad = old.replace("chargeOnce(1)", "chargeTwice(1)");
const good = old.replace("computeTax(3)", "computeTax(19)");

/** A call that is refused, then runs, and whose end is reported all the same. */
async function deniedWrite({ bed, claude }: Work, content = bad): Promise<void> {
  const over = { id: "toolu_denied" };
  const input = { file_path: join(bed.root, pay), content };
  expect((await claude.before("Write", input, over)).says).toBe("SCOPE_VIOLATION");
  await bed.put(pay, content);
  expect((await claude.after("Write", input, over)).out).toContain("ran all the same");
}

const strayWrite = ({ bed, claude }: Work, content = bad) => claude.bash("npm test", () => bed.put(pay, content));
const strayRemoval = ({ bed, claude }: Work) =>
  claude.bash("npm test", () => bed.put(pay, old.replace(/.*computeFee.*\n/, "")));

/** A write of an agent that nobody has given the file to, in observe mode. */
async function observedWrite({ bed }: Work, content = bad): Promise<void> {
  const agent = startAgent(bed).session("s-observed");
  await agent.select("INT-001");
  await agent.read(pay);
  await agent.write(pay, content);
}

const takeBack = ({ bed }: Work) => {
  bed.git("checkout", "--", pay);
};

/** Lets a user take it back. */
async function undo({ bed }: Work): Promise<void> {
  const [id = ""] = /U-[0-9A-Z]{6}/.exec(await ok(bed.writ(["undo"]))) ?? [];
  await ok(bed.writ(["undo", id, "--yes"]));
}

/** A clean branch from where `feature` left, in the same working copy, so that its first commit takes the records along. */
async function cleanBranch({ bed, claude, commit }: Work, content = good): Promise<void> {
  bed.git("switch", "--quiet", "--create", "clean", "main");
  await claude.read("src/auth/login.ts");
  await claude.write("src/auth/login.ts", "export const login = 2;\n");
  await bed.put(pay, content);
  commit("clean");
}

type Act = (work: Work) => unknown;
const acts: [name: string, config: string, act: Act][] = [
  ["a denied write", "", deniedWrite],
  ["an out-of-scope change", "", strayWrite],
  ["an out-of-scope removal", "", strayRemoval],
  ["an observed write", "mode: observe\n", observedWrite],
];

describe("what was taken back on another branch", () => {
  it.each(acts)("says nothing of a clean branch that changes other lines of the file: %s", async (_, config, act) => {
    const work = await startWork(files, { config });
    await act(work);
    takeBack(work);
    await cleanBranch(work);
    expect(rulesOf(await work.report())).toEqual([]);
  });

  it.each(acts)("is found where the branch has its lines after all: %s", async (name, config, act) => {
    const work = await startWork(files, { config });
    await act(work);
    const out = await work.bed.read(pay);
    takeBack(work);
    await cleanBranch(work, `${out}export const mine = 1;\n`);
    const rules = name === "an observed write" ? ["not-enforced", "out-of-scope"] : ["stray"];
    expect(rulesOf(await work.report())).toEqual(expect.arrayContaining(rules));
  });

  it.each([
    ...acts.filter(([name]) => !name.includes("removal")),
    [
      "an out-of-scope deletion",
      "",
      ({ bed, claude }: Work) => claude.bash("npm test", () => rmSync(join(bed.root, pay))),
    ],
    ["a denied rewrite", "", (work: Work) => deniedWrite(work, "rewritten();\n")],
  ] as typeof acts)("says nothing of a clean branch that gives the line another form: %s", async (_, config, act) => {
    const work = await startWork(files, { config });
    await act(work);
    takeBack(work);
    await cleanBranch(work, old.replace("chargeOnce(1)", "chargeOnce(5)"));
    expect(rulesOf(await work.report())).toEqual([]);
  });

  it("says nothing once a user has undone it", async () => {
    const work = await startWork(files);
    await strayWrite(work);
    await undo(work);
    await cleanBranch(work);
    expect(rulesOf(await work.report())).toEqual([]);
  });

  it("is found in another layout, and where a line was only written once more", async () => {
    const work = await startWork(files);
    const long = "export const all = collect(firstThing, secondThing, thirdThing);\n";
    await strayWrite(work, `${old}${long}export const fee = computeFee(2);\n`);
    takeBack(work);
    await cleanBranch(work, `${old}export const all = collect(\n  firstThing,\n  secondThing,\n  thirdThing,\n);\n`);
    expect(ofRule(await work.report(), "stray")).toMatchObject([{ path: pay }]);
    await work.bed.put(pay, `${good}export const fee = computeFee(2);\n`);
    work.commit("the other line");
    expect(ofRule(await work.report(), "stray")).toMatchObject([{ path: pay }]);
    await work.bed.put(pay, good);
    work.commit("neither");
    expect(ofRule(await work.report(), "stray")).toEqual([]);
  });
});

describe("an out-of-scope change that is committed on another branch", () => {
  /** `feature` has it, and `clean` changes another line of the file. */
  async function twoBranches(): Promise<Work> {
    const work = await startWork(files);
    await strayWrite(work);
    work.commit("stray");
    work.bed.git("switch", "--quiet", "--create", "clean", "main");
    await work.bed.put(pay, good);
    work.commit("clean");
    return work;
  }

  const rows: [name: string, isFound: boolean, act: Act][] = [
    ["a clean branch beside it", false, () => {}],
    ["a merge of it", true, ({ bed }) => bed.git("merge", "--quiet", "--no-edit", "feature")],
    [
      "a merge that leaves its lines out",
      false,
      async ({ bed, commit }) => {
        bed.git("merge", "--quiet", "--no-commit", "feature");
        await bed.put(pay, good);
        commit("merged without");
      },
    ],
    [
      "a squash of it",
      true,
      ({ bed, commit }) => {
        bed.git("merge", "--quiet", "--squash", "feature");
        commit("squashed");
      },
    ],
    ["a rebase of it", true, ({ bed }) => bed.git("rebase", "--quiet", "clean", "feature")],
    [
      "what is left once a later commit took it out",
      false,
      async ({ bed, commit }) => {
        bed.git("merge", "--quiet", "--no-edit", "feature");
        await bed.put(pay, good);
        commit("taken out");
      },
    ],
  ];
  it.each(rows)("in %s: found %s", async (_, isFound, act) => {
    const work = await twoBranches();
    await act(work);
    const found = ofRule(await work.report(), "stray");
    expect(found).toMatchObject(isFound ? [{ path: pay, severity: "error" }] : []);
  });
});

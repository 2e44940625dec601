import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { Bed } from "../scenarios/cli-bed.ts";
import { startAgent } from "../scenarios/harness.ts";
import { ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const body = `${Array.from({ length: 12 }, (_, at) => `export const number${at} = "value ${at}";`).join("\n")}\n`;
const told = ["no-intent", "not-enforced"];

describe("what was taken out of a branch that became the base as it is", () => {
  it.each<[string, string[], string[]]>([
    ["is judged when it comes back", [], told],
    ["is judged where only an agent went on meanwhile", ["Claude <noreply@anthropic.com>"], told],
    ["is judged where somebody went on under another address", ["Ada <ada@home>", "Ada <ada@work>"], told],
    ["was judged where two people went on meanwhile", ["Ada <ada@home>", "Bob <bob@home>"], []],
  ])("%s", async (_, others, rules) => {
    const { bed, commit, report } = await startWork({ "src/billing/old.ts": "a\n" }, { config: "mode: observe\n" });
    await startAgent(bed).session("s-2").write("src/billing/x.ts", body);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--author", "Ada <ada@home>", "--message", "written");
    expect(rulesOf(await report())).toEqual(told);
    for (const author of others)
      bed.git("commit", "--quiet", "--allow-empty", "--no-verify", "--author", author, "--message", "more");
    rmSync(join(bed.root, "src/billing/x.ts"));
    commit("taken out");
    bed.git("branch", "--quiet", "--force", "main", "feature");
    await bed.put("src/billing/x.ts", body);
    commit("back");
    expect(rulesOf(await report())).toEqual(rules);
  });
});

/** What was done on the feature is merged, and another branch goes on from there. */
function merge(bed: Bed): void {
  bed.git("switch", "--quiet", "main");
  bed.git("merge", "--quiet", "--no-ff", "--no-verify", "--message", "merge", "feature");
  bed.git("switch", "--quiet", "--create", "second");
}

describe("what a command left out of its scope", () => {
  const path = "src/billing/stray.ts";
  const text = "export const stray = makeStray(12345);\n";

  it("is judged when it comes, where its record came before", async () => {
    const { bed, claude, commit, report } = await startWork({}, { config: "assurance: {sensitive: script}\n" });
    await claude.bash("npm test", () => bed.put(path, text));
    commit();
    expect(ofRule(await report(), "stray")).toHaveLength(1);
    rmSync(join(bed.root, path));
    commit("taken out");
    expect(await report()).toMatchObject({ ok: true });
    merge(bed);
    await bed.put(path, text);
    commit("back");
    const found = await report();
    expect(ofRule(found, "stray")).toMatchObject([{ path, severity: "error" }]);
    expect(found.summary.lines).toEqual({ ai: 0, human: 0, unknown: 1 });
    // Nor does a byte more help, or another name.
    await bed.put(path, `${text}// more\n`);
    commit("changed");
    expect(ofRule(await report(), "stray")).toMatchObject([{ path }]);
    await bed.put(path, text);
    bed.git("mv", path, "src/billing/other.ts");
    commit("moved");
    expect(ofRule(await report(), "stray")).toMatchObject([{ path: "src/billing/other.ts" }]);
    await ok(bed.writ(["approve", "--file", "src/billing/other.ts", "--yes"]));
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(ofRule(await report(), "stray")).toEqual([]);
  });

  it("is not what people do to a file that was put back", async () => {
    const { bed, claude, commit, report } = await startWork({ [path]: "export const old = 1;\n" });
    await claude.bash("npm test", () => bed.put(path, text));
    await bed.put(path, "export const old = 1;\n");
    await claude.write("src/auth/a.ts", body);
    commit();
    expect(await report()).toMatchObject({ ok: true });
    merge(bed);
    await bed.put(path, "export const old = 1;\nexport const more = 2;\n");
    commit("a person's");
    expect(ofRule(await report(), "stray")).toEqual([]);
  });
});

describe("what a person put back by hand", () => {
  const path = "src/billing/pay.ts";
  const old = "export const pay = 1;\n";

  it.each<[string, (work: Awaited<ReturnType<typeof startWork>>) => Promise<unknown>]>([
    ["once a later command was looked at", ({ claude }) => claude.bash("npm test")],
    ["once somebody asked what can be undone", ({ bed }) => ok(bed.writ(["undo"]))],
  ])("is no stray any more, %s", async (_, look) => {
    const work = await startWork({ [path]: old });
    const { bed, claude, commit, report } = work;
    await claude.bash("npm test", () => bed.put(path, "export const pay = 0;\n"));
    bed.git("checkout", "--", path);
    await look(work);
    await bed.put(path, `${old}export const paid = 2;\n`);
    commit("a person's");
    expect(ofRule(await report(), "stray")).toEqual([]);
  });

  it("is one where nobody looked before a person went on", async () => {
    const { bed, claude, commit, report } = await startWork({ [path]: old });
    await claude.bash("npm test", () => bed.put(path, "export const pay = 0;\n"));
    await bed.put(path, "export const pay = 0;\nexport const paid = 2;\n");
    commit("with what the command left");
    expect(ofRule(await report(), "stray")).toMatchObject([{ path }]);
  });
});

describe("what an agent took out", () => {
  const path = "src/billing/pay.ts";
  const guard = "  if (!isAllowed(user)) throw new Error();\n";
  const text = `export function pay(user) {\n${guard}  return charge(user);\n}\n`;

  it.each<[string, string | null, string | null]>([
    ["a file", null, null],
    ["lines", text.replace(guard, ""), text.replace(guard, "")],
    ["lines, beside a line of a person's", text.replace(guard, ""), `${text.replace(guard, "")}// of mine\n`],
  ])("is judged when it goes, where its record came before: %s", async (_, left, brought) => {
    const { bed, commit, report } = await startWork({ [path]: text }, { config: "mode: observe\n" });
    const put = (content: string | null) => (content === null ? rmSync(join(bed.root, path)) : bed.put(path, content));
    const agent = startAgent(bed).session("s-2");
    await agent.read(path);
    if (left === null) await agent.bash(`rm ${path}`, () => put(null));
    else await agent.edit(path, guard, "");
    await ok(bed.writ(["publish", "--all"]));
    bed.git("add", ".orchestration");
    bed.git("commit", "--quiet", "--message", "records");
    bed.git("checkout", "--quiet", "--", path);
    expect(await report()).toMatchObject({ ok: true });
    merge(bed);
    await put(brought);
    commit("code");
    expect(ofRule(await report(), "no-intent")).toMatchObject([{ path, severity: "error" }]);
  });

  it("was judged where the base was without it", async () => {
    const { bed, commit, report } = await startWork({ [path]: text }, { config: "mode: observe\n" });
    const agent = startAgent(bed).session("s-2");
    await agent.read(path);
    await agent.edit(path, guard, "");
    commit();
    merge(bed);
    await bed.put(path, text);
    commit("back");
    bed.git("branch", "--quiet", "--force", "main", "second");
    await bed.put(path, text.replace(guard, ""));
    commit("out again");
    expect(await report()).toMatchObject({ ok: true, findings: [] });
  });
});

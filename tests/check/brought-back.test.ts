import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { startAgent } from "../scenarios/harness.ts";
import { rulesOf, startWork } from "./bed.ts";

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

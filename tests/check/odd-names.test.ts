import { spawnSync } from "node:child_process";
import { describe, expect, it, vi } from "vitest";
import { command } from "../scenarios/cli-bed.ts";
import { intents, ofRule, ok, rulesOf, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const signed = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
const names = ["__proto__", "constructor", "hasOwnProperty", "toString"];
const text = (name: string) => `export const made = "in ${name}";\nexport const more = "of ${name}";\n`;

describe("a file that is called like what every object has", () => {
  it("is missed in the records like any other, until a person says that it is theirs", async () => {
    const { bed, commit, report } = await startWork({}, { config: "assurance: {sensitive: script}\n" });
    for (const name of names) await bed.put(name, text(name));
    commit(`fix${signed}`);
    const found = ofRule(await report(), "untraced-agent");
    expect(found.map(({ path, severity }) => `${severity} ${path}`)).toEqual(names.map((name) => `error ${name}`));
    await ok(bed.writ(["approve", ...names.flatMap((name) => ["--file", name]), "--yes"]));
    await ok(bed.writ(["publish", "--all"]));
    commit("their word");
    expect(rulesOf(await report())).toEqual([]);
  });

  it("is on record like any other", async () => {
    const all = intents.replace("src/auth/**", "**");
    const { claude, commit, report } = await startWork({}, { intents: all });
    for (const name of names) await claude.write(name, text(name));
    commit(`feat${signed}`);
    expect(await report()).toMatchObject({ ok: true, findings: [], summary: { lines: { ai: 8, human: 0 } } });
  });

  it("is told where no record names it: lines that a person moved there", async () => {
    const { bed, claude, commit, report } = await startWork({ "readme.md": "x\n" });
    await claude.write("src/auth/a.ts", text("a"));
    commit();
    bed.git("mv", "src/auth/a.ts", "constructor");
    commit("moved");
    expect(ofRule(await report(), "out-of-scope")).toMatchObject([{ path: "constructor", severity: "warn" }]);
  });
});

describe("a file whose name has characters that nobody sees", () => {
  it("is named in a way that a shell understands", async () => {
    const { bed, commit, report } = await startWork({}, { config: "assurance: {sensitive: script}\n" });
    await bed.put("it's\u001b[31m\ta.txt", "export const made = 1;\n");
    commit(`fix${signed}`);
    const [finding] = ofRule(await report(), "untraced-agent");
    const [, word = ""] = /writ approve --file (.*)\. Else/.exec(finding?.hint ?? "") ?? [];
    expect(word).toBe("$'it\\'s\\x1b[31m\\x09a.txt'");
    const line = `"$NODE" "$WRIT" approve --yes --file ${word}`;
    const env = { ...bed.env, NODE: process.execPath, WRIT: command };
    const { status, stderr } = spawnSync("bash", ["-c", line], { cwd: bed.root, env, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    bed.git("commit", "--quiet", "--allow-empty", "--message", "agreed");
    expect(rulesOf(await report())).toEqual([]);
  });
});

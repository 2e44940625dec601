import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkRules } from "@writ/contracts";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { commands } from "../../packages/cli/src/commands.ts";
import { parseAndRun } from "../../packages/cli/src/parser.ts";
import { commandsIn } from "../shell-words.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/ci.md"), "utf8");
const [github, gitlab] = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => parse(text ?? ""));

it("the page has every rule with its weight, and no other", () => {
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (error|warn|note) \|/gm)].map(([, rule, weight]) => [
    rule,
    weight,
  ]);
  expect(Object.fromEntries(rows)).toEqual(checkRules);
});

it("the workflow on the page gives the action inputs that it has", () => {
  const step = github.jobs.check.steps.find(({ uses }: { uses: string }) => /\/writ-action@[0-9a-f]{40}$/.test(uses));
  const { inputs } = parse(readFileSync(join(root, "action/action.yml"), "utf8"));
  for (const name of Object.keys(step.with)) expect(Object.keys(inputs)).toContain(name);
});

it("the job on the page runs a command that can be typed, and keeps the report it writes", async () => {
  const { script, artifacts } = gitlab.writ;
  const lines: string[] = script.map((one: string) => one.replace(/ +# .*/, ""));
  const line = lines.find((one) => one.includes(" writ check ")) ?? "";
  const [words = []] = commandsIn(line);
  expect(words.slice(0, 3)).toEqual(["npx", "--no-install", "writ"]);
  const voice = { version: "0", width: 80, print: () => {}, error: (text: string) => expect(text).toBe("") };
  expect(await parseAndRun(commands, words.slice(3), voice, async () => 0)).toBe(0);
  const report = `"$CI_PROJECT_DIR/${artifacts.reports.codequality}"`;
  expect(line).toContain(`gitlab=${report}`);
  // Neither an older report nor none is a yes.
  expect(lines.slice(lines.indexOf(line) - 1)).toEqual([`rm -rf ${report}`, line, `test -s ${report}`]);
});

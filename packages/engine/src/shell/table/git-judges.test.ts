import { expect, it } from "vitest";
import { tierOf } from "../../paths/tier.ts";
import { analyse } from "../analyse.ts";

const world = { runners: [], cwd: "/ws", root: "/ws" };

it.each([
  "git add -f .orchestration/.state",
  "git add --force ./.orchestration//.state/",
  "git add -f ':(top).orchestration/.state'",
  "git add .orchestration/.state/sessions.json",
  "git stage -f src/../.orchestration",
  "git rm --cached .orchestration/config.yaml",
  "git rm -r -q --cached -- .claude/settings.json",
  "cd .orchestration && git rm --cached config.yaml",
])("%s changes a protected file, which is denied", (line) => {
  const { effects } = analyse(line, world);
  expect(effects.some(({ op, path }) => op !== "exec" && path !== null && tierOf(path) === "protected")).toBe(true);
});

it.each([
  "git add .orchestration/active_intents.yaml",
  "git add -f dist/x.js",
  "git add -A",
  "git rm --cached src/a.ts",
  "git restore --staged --source=HEAD .",
])("%s runs", (line) => {
  expect(analyse(line, world).class).toBe("runs");
});

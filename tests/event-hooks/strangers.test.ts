import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { repository } from "./hooks-bed.ts";

it("writes nothing into the files a clone's links lead to, and says so when a session begins", async () => {
  const repo = repository({ builtins: true });
  const links = {
    ".system/logs/tool_call.md": ".envrc",
    ".system/logs/hooks.log": "notes.txt",
    ".system/cache/ability_usage.json": "data.json",
  };
  for (const [link, target] of Object.entries(links)) {
    repo.write(target, "{}");
    mkdirSync(dirname(join(repo.root, link)), { recursive: true });
    symlinkSync(`../../${target}`, join(repo.root, link));
  }
  const told = await repo.hear("session.start");
  await repo.hear("tool.after");
  expect(Object.values(links).map((target) => repo.read(target))).toEqual(["{}", "{}", "{}"]);
  expect(told?.messages).toEqual([
    "Writ does not write its logs or caches there (writ doctor): .system/logs/hooks.log is a link, .system/logs/tool_call.md is a link, .system/cache/ability_usage.json is a link.",
  ]);
});

it.each([
  ["tools/guard.py", "refused"],
  // Who could put a json.py there could exchange the guard itself: the folder is protected as a whole.
  ["tools/hooks/guard.py", "let through"],
])("a guard %s beside a json.py of somebody's: %s", async (file, outcome) => {
  const repo = repository();
  const said = `print('{"error": "blocked_by_policy", "messages_to_user": ["no"]}')`;
  repo.declare("guard", "PreAbilityCall", {
    yaml: `blocking: true\nhandler: { kind: script, command: [python3, ${file}] }\n`,
    files: { [file]: `import json\njson.dumps({})\n${said}\n` },
  });
  await repo.trust();
  repo.write(`${dirname(file)}/json.py`, "print('{}')\nraise SystemExit(0)\n");
  const told = await repo.hear("tool.before");
  expect(told?.deny === undefined ? "let through" : "refused").toBe(outcome);
});

import { expect, it } from "vitest";
import { quoted, sayWish, toWish } from "./payload.ts";

it.each([
  ["open_file", { path: "src/a.ts" }, "open src/a.ts"],
  ["open_file", { path: "src/a.ts", line: 12 }, "open src/a.ts:12"],
  ["open_file", { path: "src/a.ts", line: -1 }, "open src/a.ts"],
  ["open_file", { line: 1 }, "cannot be carried out: it names no path"],
  ["run_command", { command: "npm test | tee x" }, "run npm test | tee x"],
  ["run_command", { command: ["npm", "test", "a b"] }, "run npm test 'a b'"],
  ["run_command", { command: "npm", args: ["test", "a'b"] }, "run npm test 'a'\\''b'"],
  ["run_command", { command: ["npm"], cwd: "services/a" }, "run npm in services/a"],
  ["run_command", { command: ["npm", 3] }, "cannot be carried out: it names no command"],
  ["run_command", { command: [] }, "cannot be carried out: it names no command"],
  ["create_task", { title: "Mend the build" }, "task: Mend the build"],
  ["create_task", {}, "cannot be carried out: it has no title"],
] as const)("%s %j: %s", (kind, payload, words) => {
  expect(sayWish(toWish({ kind, payload }))).toBe(words);
});

it("takes the files of a task as its scope", () => {
  expect(toWish({ kind: "create_task", payload: { name: "x", paths: ["a", 1, "b"] } })).toMatchObject({
    scope: ["a", "b"],
  });
});

it("quotes what a shell would take apart", () => {
  expect(quoted("$(rm x)")).toBe("'$(rm x)'");
  expect(quoted("")).toBe("''");
});

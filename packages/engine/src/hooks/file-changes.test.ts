import type { FileFact } from "@writ/contracts";
import { expect, it } from "vitest";
import { toCall } from "../tools/to-call.ts";
import { fileChanges } from "./file-changes.ts";

const there = (path: string, over: Partial<FileFact> = {}): FileFact => ({
  given: path,
  place: "workspace",
  path,
  kind: "file",
  tier: "plain",
  links: 1,
  hash: "sha256:x",
  ...over,
});
const absent = { kind: "absent", hash: null } as const;

it.each<[string, unknown, FileFact[], object[]]>([
  ["Write", { file_path: "a", content: "" }, [there("a", absent)], [{ op: "create", path: "a" }]],
  ["Write", { file_path: "a", content: "" }, [there("a")], [{ op: "modify", path: "a" }]],
  ["Write", { file_path: "l", content: "" }, [there("a", { given: "l", entry: "l" })], [{ op: "modify", path: "a" }]],
  ["Bash", { command: "rm l" }, [there("a", { given: "l", entry: "l" })], [{ op: "delete", path: "l" }]],
  ["Bash", { command: "echo x > a" }, [there("a", absent)], [{ op: "create", path: "a" }]],
  [
    "Bash",
    { command: "mv a b" },
    [there("a"), there("b", { kind: "directory" }), there("b/a", absent)],
    [{ op: "rename", path: "b/a", from: "a" }],
  ],
  ["Bash", { command: "ls" }, [], []],
])("%s %j with %j", (tool, input, facts, expected) => {
  const call = toCall({ tool, input, callId: null }, { id: "i", callId: "c", runners: [], tools: {} });
  expect(fileChanges(call, { files: Object.fromEntries(facts.map((fact) => [fact.given, fact])) })).toEqual(expected);
});

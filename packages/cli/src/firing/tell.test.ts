import { aSession } from "@writ/testkit";
import { expect, it } from "vitest";
import { unrecordedLines } from "./tell.ts";

const now = "2026-11-15T10:00:00.000Z";
const session = { ...aSession({ id: "s-1", agent: "claude-code" }), seenAt: "2026-11-15T09:48:00.000Z" };

it("says nothing where nothing changed, or there is no git", () => {
  expect(unrecordedLines(null, now)).toEqual([]);
  expect(unrecordedLines({ files: [], unlooked: 3, silent: [], changes: [] }, now)).toEqual([]);
});

it("is one quiet line for a person who edits by hand", () => {
  const [line, ...more] = unrecordedLines({ files: ["a", "b", "c", "d"], unlooked: 2, silent: [], changes: [] }, now);
  expect(more).toEqual([]);
  expect(line).toEqual({
    isLoud: false,
    text: "4 files changed without a record, by you, or by an agent whose hooks do not fire (writ doctor tells): a, b, c, … (2 more files not looked at)",
  });
});

it.each([
  [["a"], 1, "Claude Code is running, and that file changed after its hooks were last heard, 12m ago."],
  [["a", "b"], 2, "Claude Code is running, and all of them changed"],
  [["a", "b"], 1, "Claude Code is running, and 1 of them changed"],
])("speaks up for an agent that runs: %j, %d", (files, silent, text) => {
  const lines = unrecordedLines({ files, unlooked: 0, silent: [{ session, files: silent }], changes: [] }, now);
  expect(lines[1]).toMatchObject({ isLoud: true, text: expect.stringContaining(text) });
});

it("cannot be made to move the cursor by a file's name", () => {
  expect(unrecordedLines({ files: ["a\u001b[2J"], unlooked: 0, silent: [], changes: [] }, now)[0]?.text).toContain(
    "a\\e[2J",
  );
});

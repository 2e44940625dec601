import type { Change } from "@writ/contracts";
import { expect, it } from "vitest";
import { linesOf } from "./quick.ts";

it.each([
  [{ kind: "content", content: "a\nb\n" }, 2],
  [{ kind: "content", content: "a\nb" }, 2],
  [{ kind: "content", content: "" }, 0],
  [
    {
      kind: "edits",
      edits: [
        { old: "a\nb\nc", new: "x" },
        { old: "", new: "y\nz" },
      ],
    },
    5,
  ],
  [{ kind: "patch", patch: "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n same\n" }, 2],
  [{ kind: "patch", patch: "--x\n++y" }, 2],
] satisfies [Change, number][])("%j changes %i lines", (change, lines) => {
  expect(linesOf({ effects: [{ op: "modify", path: "a", certainty: "exact", change }] })).toBe(lines);
});

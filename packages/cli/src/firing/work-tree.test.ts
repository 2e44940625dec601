import { expect, it } from "vitest";
import { parseStatus } from "./work-tree.ts";

it.each([
  ["nothing", "", "", []],
  [
    "changed, deleted, new and odd names",
    " M a.ts\0 D b.ts\0?? c d.ts\0M  -> x\0",
    "",
    ["a.ts", "b.ts", "c d.ts", "-> x"],
  ],
  ["another repository inside", "?? inner/\0 M a.ts\0", "", ["a.ts"]],
  ["a folder below git's top", " M app/a.ts\0 M other/b.ts\0", "app/", ["a.ts"]],
])("reads what git says: %s", (_, printed, prefix, paths) => {
  expect(parseStatus(printed, prefix)).toEqual(paths);
});

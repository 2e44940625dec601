import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openCopy } from "../../bench/blame/world.ts";
import { openBed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const added = ["const gamma = third(3);", "const delta = fourth(4);"];
const expected = ["human", "human", "made", "made"];

/** A repository with a second work tree, in which the agent wrote, and stashed what it wrote. */
async function stashedElsewhere() {
  const bed = await openBed();
  bed.put("src/a.ts", one);
  await bed.commit();
  bed.git("worktree", "add", "-q", "../tree", "-b", "tree");
  const tree = await openCopy(join(bed.folder, "tree"));
  onTestFinished(() => tree.close());
  const content = [...one, ...added];
  const text = content.map((line) => `${line}\n`).join("");
  const made = await tree.call("write_to_file", { path: "src/a.ts", content: text }, () =>
    tree.put("src/a.ts", content),
  );
  tree.git("stash", "-q");
  return { bed, tree, made: made ?? "none" };
}

it("lines that come from another work tree without a commit are known again", async () => {
  const { bed, made } = await stashedElsewhere();
  bed.git("stash", "pop", "-q");
  expect(await bed.who("src/a.ts", { made })).toEqual(expected);
  const { stretches, intents } = await bed.writ.why("src/a.ts", { lines: { from: 3, to: 4 } });
  expect(stretches[0]?.change).toMatchObject({ trace: made, intent: { id: "INT-001" } });
  expect(intents).toMatchObject([{ id: "INT-001", lines: 2, changes: 1 }]);
});

it("a work tree that is gone is not missed", async () => {
  const { bed, tree } = await stashedElsewhere();
  await tree.close();
  rmSync(tree.root, { recursive: true });
  expect(await bed.who("src/a.ts")).toEqual(["human", "human"]);
});

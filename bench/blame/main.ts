import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openWorkspace } from "../../packages/runtime/src/create-writ.ts";
import { blame, readBook } from "../../packages/runtime/src/lineage/blame.ts";
import { marksOf, play } from "./play.ts";

const count = Number(process.argv[2] ?? 20);
const first = Number(process.argv[3] ?? 1);
const isLoud = process.argv.includes("--loud");
const total = { right: 0, wrong: 0, missed: 0, misplaced: 0, humans: 0 };
const bad: number[] = [];
for (let seed = first; seed < first + count; seed += 1) {
  const played = await play(seed, Number(process.env.STEPS ?? 14));
  const workspace = await openWorkspace(played.root);
  const book = await readBook(workspace);
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "src"], {
    cwd: played.root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "" && existsSync(join(played.root, path)));
  let isBad = false;
  for (const path of files) {
    const told = await blame(workspace, path, book);
    const lines = readFileSync(join(played.root, path), "utf8").split("\n").slice(0, -1);
    for (const [at, line] of lines.entries()) {
      const [one] = marksOf(line);
      if (one === undefined) continue;
      const truth = played.makers.get(one) ?? "?";
      const said = told[at];
      const name = said?.author === "ai" ? (said.trace?.id ?? "?") : (said?.author ?? "?");
      if (truth === "human") {
        total.humans += 1;
        if (said?.author === "ai") total.wrong += 1;
      } else if (name === truth) total.right += 1;
      else if (said?.author === "ai") total.misplaced += 1;
      else total.missed += 1;
      if (name !== truth) {
        isBad = true;
        if (isLoud) console.log(`  ${path}:${at + 1} ${JSON.stringify(line)} is ${truth}, said ${name}`);
      }
    }
  }
  if (isBad) {
    bad.push(seed);
    if (isLoud) console.log(`seed ${seed}: ${played.operations.join(", ")}`);
  }
  await workspace.traces.close();
  await workspace.decisions.close();
  played.remove();
}
const said = total.right + total.wrong + total.misplaced;
console.log(
  total,
  `precision ${((100 * total.right) / said).toFixed(2)} recall ${((100 * total.right) / (total.right + total.missed + total.misplaced)).toFixed(2)}`,
);
console.log(`failing seeds (${bad.length}): ${bad.slice(0, 30).join(" ")}`);

// One random history, played and judged: in the working copy, and in a fresh clone of what is committed.
import { join } from "node:path";
import { type Clocks, startClocks } from "./clocks.ts";
import { commonAmong } from "./common.ts";
import { dice } from "./dice.ts";
import { edit, type GitBy, type Words } from "./edits.ts";
import { agentsGits, commit, type GitStage, gits } from "./gits.ts";
import { type Judged, judge } from "./judge.ts";
import { statement } from "./text.ts";
import { Truth } from "./truth.ts";
import { type Copy, gitIn, newCopy, newPlace, openCopy } from "./world.ts";

/** What came of one history. */
export interface Played {
  seed: number;
  gitBy: GitBy;
  words: Words;
  operations: string[];
  here: Judged;
  /** In a clone: nothing but the published ledger, nothing but what is committed. */
  clone: Judged;
}

/** How many steps a history has. */
const steps = 12;

export async function play(
  seed: number,
  gitBy: GitBy = "people",
  words: Words = "own",
  clocks: Clocks = "true",
): Promise<Played> {
  const roll = dice(seed);
  const truth = new Truth(words === "common" ? 100 : 1);
  const { folder, remove } = newPlace();
  const { clockOf, stop } = startClocks(clocks, seed);
  const copy = await newCopy(join(folder, "work"), clockOf("work"));
  const count = { branches: 0, clones: 0 };
  const stage: GitStage = { roll, truth, copy, folder, count, other: null, gitBy, words, clockOf };
  const known = gitBy === "agents" ? agentsGits : gits;
  try {
    for (const name of ["a", "b", "c"])
      copy.put(
        `src/${name}.ts`,
        words === "common"
          ? commonAmong(roll, truth, "human", [], 14)
          : Array.from({ length: 14 }, () => statement(roll, () => truth.word("human"))),
      );
    await commit({ ...stage, gitBy: "people" }, "first");
    truth.end(copy);
    for (let step = 0; step < steps; step += 1) {
      if (roll.below(10) < 6) await edit(stage);
      else {
        const name = roll.of(Object.keys(known));
        await known[name]?.(stage);
        truth.begin(`git ${name}`);
        truth.end(copy);
      }
    }
    const named = ({ answers, ...judged }: Judged): Judged => ({
      ...judged,
      answers: answers.map((answer) => nameCalls(answer, [copy, ...(stage.other === null ? [] : [stage.other])])),
    });
    const here = named(await judge(copy, truth));
    gitIn(folder, "clone", "-q", copy.root, "clone");
    const clone = await openCopy(join(folder, "clone"), clockOf("clone"));
    const there = named(await judge(clone, truth));
    await clone.close();
    return { seed, gitBy, words, operations: truth.operations, here, clone: there };
  } finally {
    stop();
    await copy.close();
    await stage.other?.close();
    if (process.env.KEEP === undefined) remove();
  }
}

/** A trace by its place among those of its working copy: ids differ from play to play. */
const nameCalls = (answer: string, copies: readonly Copy[]): string =>
  answer.replace(
    /[0-9a-f]{8}-[0-9a-f-]{27}/,
    (id) => copies.map(({ calls }, nth) => `${nth} #${calls.indexOf(id)}`).find((name) => !name.endsWith("#-1")) ?? id,
  );

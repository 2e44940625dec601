// What a person or an agent does to files.
import { renameSync } from "node:fs";
import { join } from "node:path";
import { commonAmong, isCommon, pooled, regrouped } from "./common.ts";
import type { Dice } from "./dice.ts";
import { markedAs, marksOf, reformatted, statement } from "./text.ts";
import type { Truth } from "./truth.ts";
import { type Copy, type Maker, textOf } from "./world.ts";

/** Who plays, and with what. */
export interface Stage {
  roll: Dice;
  truth: Truth;
  copy: Copy;
  /** Who runs git: people alone, or agents too, who then also change several files with one command. */
  gitBy: GitBy;
  words: Words;
}

export type GitBy = "people" | "agents";

/** What is written: lines nobody else ever writes, or also such as everybody does. */
export type Words = "own" | "common";

type Edit = (stage: Stage, by: Maker) => Promise<void>;
type Files = Record<string, readonly string[] | null>;

/** New lines for a file that has these. */
const some = ({ roll, truth, words }: Stage, by: string, there: readonly string[], most = 6): string[] => {
  const word = () => truth.word(by);
  const length = 1 + roll.below(most);
  if (words === "own") return Array.from({ length }, () => statement(roll, word));
  return commonAmong(roll, truth, by, there, length);
};

function twice(stage: Stage, by: string): string[] {
  const first = some(stage, by, [], 8);
  return [...first, ...some(stage, by, first, 8)];
}

/** Writes as a person, or through the engine as an agent, one file a call. */
async function write({ copy, truth }: Stage, by: Maker, files: Record<string, readonly string[]>): Promise<void> {
  for (const [path, lines] of Object.entries(files)) {
    if (by === "human") {
      copy.put(path, lines);
      continue;
    }
    const trace = await copy.call("write_to_file", { path, content: textOf(lines) }, () => copy.put(path, lines));
    truth.settle(trace);
  }
}

/** Writes to several files with one command of an agent's. */
async function writeAtOnce({ copy, truth }: Stage, command: string, files: Files): Promise<void> {
  const trace = await copy.run(command, () => {
    for (const [path, lines] of Object.entries(files)) copy.put(path, lines);
  });
  truth.settle(trace);
}

/** A name no file has had. */
export const newPath = ({ truth }: Pick<Stage, "truth">, kind: string) => `src/${kind}${truth.operations.length}.ts`;

const at = (roll: Dice, lines: readonly string[]) => roll.below(lines.length + 1);

function anyFile({ roll, copy }: Stage): { path: string; lines: string[] } {
  const path = roll.of(copy.paths());
  return { path, lines: copy.read(path) };
}

/** A place beside a line that the other kind of maker wrote; anywhere when there is none. */
function amid({ roll, truth }: Stage, lines: readonly string[], by: Maker): number {
  const isTheirs = (line: string) =>
    marksOf(line).some((name) => (truth.marks.get(name)?.makers[0] === "human") !== (by === "human"));
  const places = [...lines.keys()].filter((line) => isTheirs(lines[line] ?? ""));
  return places.length === 0 ? at(roll, lines) : roll.of(places);
}

const edits: Record<string, Edit> = {
  async insert(stage, by) {
    const { path, lines } = anyFile(stage);
    await write(stage, by, { [path]: lines.toSpliced(at(stage.roll, lines), 0, ...some(stage, by, lines)) });
  },
  async replace(stage, by) {
    const { path, lines } = anyFile(stage);
    const { roll } = stage;
    await write(stage, by, { [path]: lines.toSpliced(at(roll, lines), 1 + roll.below(4), ...some(stage, by, lines)) });
  },
  async "edit amid the other's lines"(stage, by) {
    const { path, lines } = anyFile(stage);
    const place = amid(stage, lines, by);
    await write(stage, by, { [path]: lines.toSpliced(place, stage.roll.below(2), ...some(stage, by, lines, 2)) });
  },
  async remove(stage, by) {
    const { path, lines } = anyFile(stage);
    const { roll } = stage;
    if (lines.length > 12) await write(stage, by, { [path]: lines.toSpliced(at(roll, lines), 1 + roll.below(3)) });
  },
  async "move inside"(stage, by) {
    const { path, lines } = anyFile(stage);
    const { roll } = stage;
    const start = at(roll, lines);
    const block = lines.slice(start, start + 2 + roll.below(4));
    const rest = lines.toSpliced(start, block.length);
    await write(stage, by, { [path]: rest.toSpliced(at(roll, rest), 0, ...block) });
  },
  async "move between"(stage, by) {
    const { roll, copy } = stage;
    const [from, to] = roll.two(copy.paths());
    if (from === undefined || to === undefined) return;
    const [lines, there] = [copy.read(from), copy.read(to)];
    const start = at(roll, lines);
    const block = lines.slice(start, start + 3 + roll.below(4));
    const files = [
      [from, lines.toSpliced(start, block.length)],
      [to, there.toSpliced(at(roll, there), 0, ...block)],
    ] as const;
    await write(stage, by, Object.fromEntries(roll.below(4) === 0 ? files.toReversed() : files));
  },
  async "copy a block"(stage, by) {
    const { roll, copy, truth } = stage;
    const [from, to] = roll.below(2) === 0 ? roll.two(copy.paths()) : Array<string>(2).fill(roll.of(copy.paths()));
    if (from === undefined || to === undefined) return;
    const lines = copy.read(from);
    const start = at(roll, lines);
    const block = lines.slice(start, start + 2 + roll.below(3));
    truth.pasted(block, by);
    const there = copy.read(to);
    await write(stage, by, { [to]: there.toSpliced(at(roll, there), 0, ...block) });
    truth.settle(null);
  },
  async reformat(stage, by) {
    const { path, lines } = anyFile(stage);
    await write(stage, by, { [path]: reformatted(lines, stage.roll) });
  },
  async "line ends"(stage, by) {
    const { path, lines } = anyFile(stage);
    const isDos = lines.some((line) => line.endsWith("\r"));
    await write(stage, by, { [path]: lines.map((line) => (isDos ? line.replace(/\r$/, "") : `${line}\r`)) });
  },
  async "new file"(stage, by) {
    await write(stage, by, { [newPath(stage, "new")]: twice(stage, by) });
  },
  async "delete and make again"(stage, by) {
    const { copy, roll, truth } = stage;
    if (copy.paths().length < 3) return;
    const { path, lines } = anyFile(stage);
    if (by === "human") copy.put(path, null);
    else await copy.call("delete_file", { path }, () => copy.put(path, null));
    // A person brings it back as it was; an agent that types it again made it.
    if (roll.below(2) === 0 && by === "human") return copy.put(path, lines);
    await write(stage, by, { [path]: some(stage, by, lines, 8) });
    truth.settle(null);
  },
  async "rename by hand"(stage, by) {
    const { copy, roll } = stage;
    const path = roll.of(copy.paths());
    const to = newPath(stage, "hand");
    const rename = () => renameSync(join(copy.root, path), join(copy.root, to));
    if (by === "human") rename();
    else await copy.call("move_file", { source: path, destination: to }, rename);
  },
  async "rename with edits"(stage, by) {
    const { copy, roll } = stage;
    const { path, lines } = anyFile(stage);
    if (by === "ai") {
      const to = newPath(stage, "made");
      const rename = () => renameSync(join(copy.root, path), join(copy.root, to));
      await copy.call("move_file", { source: path, destination: to }, rename);
      return write(stage, by, { [to]: lines.toSpliced(at(roll, lines), roll.below(3), ...some(stage, by, lines, 3)) });
    }
    copy.put(path, null);
    copy.put(
      newPath(stage, "made"),
      lines.toSpliced(at(roll, lines), roll.below(3), ...some(stage, "human", lines, 3)),
    );
  },
};

/** What is done to lines that everybody writes. */
const commonEdits: Record<string, Edit> = {
  ...edits,
  async "edit inside of a line"(stage, by) {
    const { roll, copy, truth } = stage;
    const path = roll.of(copy.paths());
    const lines = copy.read(path);
    const places = [...lines.keys()].filter((place) => regrouped(lines[place] ?? "") !== null);
    if (places.length === 0) return;
    const place = roll.of(places);
    const line = markedAs(regrouped(lines[place] ?? "") ?? "", truth.mark(by));
    await write(stage, by, { [path]: lines.with(place, line) });
    truth.settle(null);
  },
  async "remove lines that are common"(stage, by) {
    const { path, lines } = anyFile(stage);
    await write(stage, by, { [path]: lines.filter((line) => !isCommon(line)) });
  },
  async "common lines at the top"(stage, by) {
    const { path, lines } = anyFile(stage);
    const { roll, truth } = stage;
    await write(stage, by, { [path]: [...pooled(roll, truth, by, lines, 1 + roll.below(4)), ...lines] });
  },
  async "remove a file"(stage, by) {
    const { copy, roll } = stage;
    if (copy.paths().length < 3) return;
    const path = roll.of(copy.paths());
    if (by === "human") copy.put(path, null);
    else await copy.call("delete_file", { path }, () => copy.put(path, null));
  },
};

/** What an agent does to two files. */
const both = ({ roll, copy }: Stage, change: (lines: string[]) => readonly string[]): Files =>
  Object.fromEntries(roll.two(copy.paths()).map((path) => [path, change(copy.read(path))]));

/** What only a command does: several files at once. */
const commands: Record<string, (stage: Stage) => Promise<void>> = {
  "codemod over files": (stage) =>
    writeAtOnce(
      stage,
      "node codemod.mjs src",
      both(stage, (lines) =>
        lines.toSpliced(at(stage.roll, lines), stage.roll.below(2), ...some(stage, "ai", lines, 3)),
      ),
    ),
  "sed over files": (stage) =>
    writeAtOnce(
      stage,
      "sed -i s/one/other/ src/*.ts",
      both(stage, (lines) => lines.toSpliced(stage.roll.below(lines.length), 1, ...some(stage, "ai", lines, 1))),
    ),
  "formatter over files": (stage) =>
    writeAtOnce(
      stage,
      "npx prettier --write src",
      both(stage, (lines) => reformatted(lines, stage.roll)),
    ),
  async mv(stage) {
    const { path, lines } = anyFile(stage);
    const to = newPath(stage, "mv");
    await writeAtOnce(stage, `mv ${path} ${to}`, { [path]: null, [to]: lines });
  },
  async cp(stage) {
    const { path, lines } = anyFile(stage);
    const to = newPath(stage, "cp");
    stage.truth.pasted(lines, "ai");
    await writeAtOnce(stage, `cp ${path} ${to}`, { [to]: lines });
  },
};

/** One edit by anybody. */
export async function edit(stage: Stage): Promise<void> {
  if (stage.gitBy === "agents" && stage.roll.below(5) === 0) {
    const name = stage.roll.of(Object.keys(commands));
    stage.truth.begin(`an agent's ${name}`);
    await commands[name]?.(stage);
    return stage.truth.end(stage.copy);
  }
  const by: Maker = stage.roll.below(5) < 2 ? "human" : "ai";
  const known = stage.words === "own" ? edits : commonEdits;
  const name = stage.roll.of(Object.keys(known));
  // Another agent is at work too, under another intent.
  if (stage.words === "common") await stage.copy.turn(stage.roll.below(2));
  // Settling conflicts may have taken the last file away.
  if (stage.copy.paths().length === 0) stage.copy.put(newPath(stage, "again"), some(stage, "human", [], 8));
  stage.truth.begin(`${by === "human" ? "a person's" : "an agent's"} ${name}`);
  await known[name]?.(stage, by);
  stage.truth.end(stage.copy);
}

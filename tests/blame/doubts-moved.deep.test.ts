import { renameSync } from "node:fs";
import { join } from "node:path";
import type { DecisionKind } from "@writ/contracts";
import { describe, expect, it, vi } from "vitest";
import { type Bed, cloneBed, openBed, putBytes, unclaimed } from "./bed.ts";

vi.setConfig({ testTimeout: 60_000 });

const one = Array.from({ length: 6 }, (_, at) => `const h${at} = humanWrote(${at});`);
const built = "const built = byCommand(7);";
const mine = "const mine = byPerson(8);";
const [x, y, z] = ["src/x.ts", "src/y.ts", "src/z.ts"] as const;
const expected = [...one.map(() => "human"), "unknown"];

const second = (): Promise<void> => new Promise((done) => setTimeout(done, 1_100));

/** Something nobody claims happened to a file. */
async function decide(bed: Bed, decision: DecisionKind, path: string, more: object = {}): Promise<void> {
  await bed.writ.decisions.append(unclaimed(decision, path, more));
}

/** A person's file with a line that came when something happened to it. */
async function doubted(decision: DecisionKind = "strayed"): Promise<Bed> {
  const bed = await openBed();
  bed.put(x, one);
  await bed.commit();
  await second();
  const revision = bed.git("rev-parse", "HEAD").trim();
  await decide(bed, decision, x, decision === "strayed" ? { revision } : {});
  bed.put(x, [...one, built]);
  expect(await bed.who(x)).toEqual(expected);
  return bed;
}

function moved(bed: Bed): string {
  bed.git("mv", x, y);
  return y;
}

const moves: [string, (bed: Bed) => Promise<string>][] = [
  ["that git moved", async (bed) => moved(bed)],
  [
    "that a person moved",
    async (bed) => {
      renameSync(join(bed.root, x), join(bed.root, y));
      return y;
    },
  ],
  [
    "that was committed first",
    async (bed) => {
      await bed.commit();
      return moved(bed);
    },
  ],
  [
    "that was committed and moved by a person",
    async (bed) => {
      await bed.commit();
      renameSync(join(bed.root, x), join(bed.root, y));
      return y;
    },
  ],
  [
    "that was moved again",
    async (bed) => {
      await bed.commit();
      bed.git("mv", x, y);
      await bed.commit("moved");
      bed.git("mv", y, z);
      return z;
    },
  ],
  [
    "that was moved on another branch, twice",
    async (bed) => {
      await bed.commit();
      bed.git("checkout", "-qb", "other");
      bed.git("mv", x, z);
      await bed.commit("one");
      bed.git("mv", z, y);
      await bed.commit("two");
      bed.git("checkout", "-q", "main");
      bed.git("merge", "-q", "--no-ff", "--no-edit", "other");
      return y;
    },
  ],
  [
    "that a merge moved",
    async (bed) => {
      await bed.commit();
      bed.git("checkout", "-qb", "other");
      bed.put("README.md", ["by a person"]);
      await bed.commit("other");
      bed.git("checkout", "-q", "main");
      bed.git("merge", "-q", "--no-ff", "--no-commit", "other");
      bed.git("mv", x, y);
      bed.git("commit", "-qm", "merged", "--no-verify");
      return y;
    },
  ],
  [
    "that was moved by a commit of long ago",
    async (bed) => {
      await bed.commit();
      bed.git("mv", x, y);
      vi.stubEnv("GIT_COMMITTER_DATE", "2001-01-01T00:00:00Z");
      bed.git("commit", "-qm", "moved", "--no-verify");
      vi.unstubAllEnvs();
      return y;
    },
  ],
];

describe("a line nobody knows the author of stays so in a file", () => {
  it.each(moves)("%s", async (_, move) => {
    const bed = await doubted();
    const name = await move(bed);
    expect(await bed.who(name)).toEqual(expected);
    bed.put("NOTES.md", ["a commit has something"]);
    await bed.commit("moved");
    expect(await bed.who(name)).toEqual(expected);
    expect(await (await cloneBed(bed)).who(name)).toEqual(expected);
    bed.put(name, [mine, ...one, built]);
    expect((await bed.who(name)).slice(1)).toEqual(expected);
  });

  it.each(["drifted", "failed", "gap"] as const)("also where it %s", async (decision) => {
    const bed = await doubted(decision);
    bed.git("mv", x, y);
    expect(await bed.who(y)).toEqual(expected);
    await bed.commit();
    expect(await bed.who(y)).toEqual(expected);
    expect(await (await cloneBed(bed)).who(y)).toEqual(expected);
  });

  it("also where it was never committed under its old name", async () => {
    const bed = await openBed();
    const { createHash } = await import("node:crypto");
    const hash = createHash("sha256").update(`${built}\n`).digest("hex");
    await decide(bed, "strayed", x, { contents: { [x]: `sha256:${hash}` } });
    bed.put(y, [built]);
    expect(await bed.who(y)).toEqual(["unknown"]);
    await bed.commit();
    expect(await (await cloneBed(bed)).who(y)).toEqual(["unknown"]);
  });

  it("also where its lines are not followed, and whatever is told of it by name", async () => {
    const bed = await openBed();
    const latin = (lines: readonly string[]) =>
      Buffer.from(`// gr\u00fc\u00df\n${lines.map((line) => `${line}\n`).join("")}`, "latin1");
    putBytes(bed.root, x, latin(one));
    await bed.commit();
    await second();
    await decide(bed, "strayed", x);
    putBytes(bed.root, x, latin([...one, built]));
    expect(await bed.who(x)).toEqual(["human", ...expected]);
    bed.git("mv", x, y);
    expect(await bed.who(y)).toEqual(["human", ...expected]);
    await bed.commit();
    expect(await (await cloneBed(bed)).who(y)).toEqual(["human", ...expected]);
  });
});

describe("what happened to another file that has the old name is not told", () => {
  it("of the one that was moved", async () => {
    const bed = await openBed();
    bed.put(x, one);
    await bed.commit();
    bed.git("mv", x, y);
    await bed.commit("moved");
    await second();
    await second();
    bed.put(x, ["const quite = another(1);"]);
    await decide(bed, "strayed", x);
    bed.put(y, [...one, mine]);
    expect(await bed.who(y)).toEqual([...one.map(() => "human"), "human"]);
    expect(await bed.who(x)).toEqual(["unknown"]);
  });
});

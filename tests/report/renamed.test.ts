import { expect, it } from "vitest";
import { write } from "../scenarios/agent-write.ts";
import { type Bed, guarded, ok } from "../scenarios/cli-bed.ts";

const text = "the first line of the agent\nthe second line of the agent\nthe third one\n";

/** A file of an agent, committed, beside one that keeps its name. */
async function withFiles(): Promise<Bed> {
  const bed = await guarded();
  await write(bed, "src/auth/a.ts", text);
  await write(bed, "src/auth/b.ts", "a line of the other file\n");
  commit(bed, "work");
  return bed;
}

function commit(bed: Bed, message: string): void {
  bed.git("add", "--all", "src");
  bed.git("commit", "--quiet", "--no-verify", "--message", message);
}

/** How many lines the report says are AI's, of all, and what it says of the file. */
async function told(bed: Bed): Promise<unknown> {
  const { now, intents, files } = JSON.parse(await ok(bed.writ(["report", "--json"])));
  const { became, now: own } = files.find(({ path }: { path: string }) => path === "src/auth/a.ts");
  return { files: now.files, ai: now.ai, human: now.human, linesNow: intents[0].linesNow, became, own };
}

const all = { files: 2, ai: 4, human: 0, linesNow: 4 };
const three = { ai: 3, human: 0, unknown: 0 };

it.each<[string, (bed: Bed) => Promise<void> | void, object]>([
  ["keeps its name", () => {}, { ...all, own: three }],
  [
    "was renamed",
    (bed) => {
      bed.git("mv", "src/auth/a.ts", "src/auth/c.ts");
      commit(bed, "rename");
    },
    { ...all, became: ["src/auth/c.ts"], own: three },
  ],
  [
    "was renamed, and again to another folder, and edited",
    async (bed) => {
      bed.git("mv", "src/auth/a.ts", "src/auth/c.ts");
      commit(bed, "rename");
      bed.git("mv", "src/auth/c.ts", "src/d.ts");
      await bed.put("src/d.ts", `${text}a person's line\n`);
      commit(bed, "move");
    },
    { ...all, human: 1, became: ["src/d.ts"], own: { ...three, human: 1 } },
  ],
  [
    "was renamed, and that is only staged",
    (bed) => void bed.git("mv", "src/auth/a.ts", "src/auth/c.ts"),
    { ...all, became: ["src/auth/c.ts"], own: three },
  ],
  [
    "was renamed on a branch that was merged",
    (bed) => {
      bed.git("checkout", "--quiet", "-b", "side");
      bed.git("mv", "src/auth/a.ts", "src/auth/c.ts");
      commit(bed, "rename");
      bed.git("checkout", "--quiet", "main");
      bed.git("merge", "--quiet", "--no-ff", "--no-edit", "side");
    },
    { ...all, became: ["src/auth/c.ts"], own: three },
  ],
  [
    "was deleted",
    (bed) => {
      bed.git("rm", "--quiet", "src/auth/a.ts");
      commit(bed, "delete");
    },
    { files: 1, ai: 1, human: 0, linesNow: 1, own: null },
  ],
])("a report counts the lines of a file that %s", async (_, happen, expected) => {
  const bed = await withFiles();
  await happen(bed);
  expect(await told(bed)).toEqual(expected);
});

it("a file that was renamed before the agent made another of its name is not the agent's", async () => {
  const bed = await guarded();
  bed.git("mv", "src/auth/login.ts", "src/auth/old.ts");
  commit(bed, "rename");
  // Git counts in seconds.
  await new Promise((done) => setTimeout(done, 1100));
  await write(bed, "src/auth/login.ts", text);
  commit(bed, "work");
  bed.git("rm", "--quiet", "src/auth/login.ts");
  commit(bed, "delete");
  expect(JSON.parse(await ok(bed.writ(["report", "--json"]))).now).toBeNull();
});

it("the table names what a file is called now", async () => {
  const bed = await withFiles();
  bed.git("mv", "src/auth/a.ts", "src/auth/c.ts");
  commit(bed, "rename");
  expect(await ok(bed.writ(["report"]))).toContain("<code>src/auth/a.ts → src/auth/c.ts</code> | 3 | 0 | 1 | 100 % |");
});

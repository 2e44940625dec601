import { describe, expect, it } from "vitest";
import { type Bed, openBed } from "./bed.ts";

const made = [
  "export function total(orders: Order[]): number {",
  "  const open = orders.filter((order) => !order.isPaid);",
  "  const sums = open.map((order) => order.price * order.count);",
  "  return sums.reduce((sum, price) => sum + price, 0);",
  "}",
];
const around = ["import type { Order } from './order';", "export const currency = symbolOf('EUR');"];

const makersIn = async (bed: Bed, path: string): Promise<string[]> =>
  (await bed.writ.blame(path)).map(({ author }) => author);

/** An agent wrote lines, a person copied them, and moved the first ones elsewhere. */
async function movedOutOf(name: string): Promise<Bed> {
  const bed = await openBed();
  await bed.write(name, [...around, ...made]);
  await bed.commit();
  bed.put("src/copied.ts", made);
  await bed.commit();
  bed.put("src/moved.ts", made);
  bed.put(name, around);
  return bed;
}

describe("git puts names with blanks and other letters down in its own way", () => {
  it.each(["src/plain.ts", "src/with blank.ts", "src/größe.ts", 'src/a "quoted" name.ts'])(
    "lines moved out of %j keep who made them",
    async (name) => {
      const bed = await movedOutOf(name);
      expect(await makersIn(bed, "src/moved.ts")).toEqual(made.map(() => "ai"));
      await bed.commit();
      expect(await makersIn(bed, "src/moved.ts")).toEqual(made.map(() => "ai"));
    },
  );
});

it("a git that cannot tell who brought lines makes nobody's line a person's", async () => {
  const bed = await movedOutOf("src/plain.ts");
  await bed.commit();
  bed.git("config", "blame.ignoreRevsFile", ".git-blame-ignore-revs");
  await expect(bed.writ.blame("src/moved.ts")).rejects.toMatchObject({
    problem: { message: expect.stringContaining(".git-blame-ignore-revs lists, and there is no such file") },
  });
  bed.put(".git-blame-ignore-revs", ["# nothing"]);
  expect(await makersIn(bed, "src/moved.ts")).toEqual(made.map(() => "ai"));
});

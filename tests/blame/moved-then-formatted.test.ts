import { expect, it } from "vitest";
import { type Bed, openBed } from "./bed.ts";

const persons = ["export function first(list) {", "  return list.slice(0, 1);", "}"];
const moved = [
  "export function total(list) {",
  "  const sum = list.reduce((all, item) => all + item.price, 0);",
  "  if (sum > 250) { return sum * 0.8; }",
  "  return sum - list.discount;",
  "}",
];

/** A person moved what two calls made, and a line of the second stays behind. */
async function movedByHand(bed: Bed): Promise<Record<string, string>> {
  bed.put("src/a.ts", persons);
  await bed.commit("first");
  const early = moved.map((line) => line.replace("250", "100"));
  const one = await bed.write("src/a.ts", [...persons, ...early]);
  const two = await bed.write("src/a.ts", [...persons, ...moved, "export const mostAtOnce = 20;"]);
  await bed.commit("agent");
  bed.put("src/a.ts", [...persons, "export const mostAtOnce = 20;"]);
  bed.put("src/b.ts", moved);
  await bed.commit("moved");
  return { one, two };
}

const makers = ["one", "one", "two", "one", "one"];
const bare = moved.map((line) => line.replace(/;$/, ""));

it("a closing bracket goes with the lines it closes", async () => {
  const bed = await openBed();
  expect(await bed.who("src/b.ts", await movedByHand(bed))).toEqual(makers);
});

it("a bracket after moved lines is a person's where they closed something else with it", async () => {
  const bed = await openBed();
  const names = await movedByHand(bed);
  bed.put("src/b.ts", [...moved.slice(0, 4), "});"]);
  await bed.commit("changed");
  expect((await bed.who("src/b.ts", names)).at(-1)).toBe("human");
});

it("lines that were moved by hand keep their makers when they are laid out anew", async () => {
  const bed = await openBed();
  const names = await movedByHand(bed);
  bed.put("src/b.ts", bare);
  expect(await bed.who("src/b.ts", names)).toEqual(makers);
  await bed.commit("without semicolons");
  expect(await bed.who("src/b.ts", names)).toEqual(makers);
  bed.put("src/b.ts", moved);
  await bed.commit("with semicolons");
  expect(await bed.who("src/b.ts", names)).toEqual(makers);
});

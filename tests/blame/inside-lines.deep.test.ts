import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed } from "./bed.ts";

/** Words stay, and what they are grouped by does not. */
const changes: [was: string, is: string][] = [
  ['rm -rf "$DIR/tmp"', "rm -rf $DIR /tmp"],
  ["const sum = (first + second) * third;", "const sum = first + (second * third);"],
  ["ports: [80, 443]", "ports: [8044, 3]"],
  ['version: "1.10.2"', "version: 1.10.2"],
  ["call(inner(first), second);", "call(inner(first, second));"],
  ["const list = [several, of, them];", "const list = {several, of, them};"],
  ["print('$HOME', value)", 'print("$HOME", value)'],
];

/** What formatters choose on one line. */
const layouts: [was: string, is: string][] = [
  ["const text = 'several words';", 'const text = "several words"'],
  ["  callOf( first,second )", "callOf(first, second);"],
  ["list.map((item) => item.size)", "list.map(item => item.size),"],
];

const around = (line: string) => ["const before = above(1);", line, "const after = below(2);"];

async function both(bed: Bed, names: Record<string, string>): Promise<string[]> {
  const here = await bed.who("src/a.ts", names);
  await bed.commit();
  expect(await bed.who("src/a.ts", names)).toEqual(here);
  expect(await (await cloneBed(bed)).who("src/a.ts", names)).toEqual(here);
  return here;
}

describe.each(changes)("%s that becomes %s", (was, is) => {
  it("is an agent's that changed it", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", around(was));
    await bed.commit();
    const edit = await bed.write("src/a.ts", around(is));
    expect(await both(bed, { edit })).toEqual(["human", "edit", "human"]);
  });

  it("is a person's who changed it", async () => {
    const bed = await openBed();
    const made = await bed.write("src/a.ts", around(was));
    await bed.commit();
    bed.put("src/a.ts", around(is));
    expect(await both(bed, { made })).toEqual(["made", "human", "made"]);
  });
});

it.each(layouts)("%s that is laid out as %s stays who wrote it", async (was, is) => {
  const bed = await openBed();
  bed.put("src/a.ts", [...around(was), "const last = 1234567;"]);
  await bed.commit();
  const edit = await bed.write("src/a.ts", [...around(is), "const last = 7654321;"]);
  expect(await both(bed, { edit })).toEqual(["human", "human", "human", "edit"]);
});

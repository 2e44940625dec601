import { describe, expect, it } from "vitest";
import { cloneBed, openBed } from "./bed.ts";

const second = (): Promise<void> => new Promise((done) => setTimeout(done, 1_100));

/** A record of more lines keeps no fingerprints. */
const many = Array.from({ length: 60_010 }, (_, at) => `export const value_${at} = compute(${at * 7});`);

function counted(who: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of who) counts[one] = (counts[one] ?? 0) + 1;
  return counts;
}

describe("lines of a record that was too large to keep how they look", () => {
  it("are known where they are kept or committed as they were, and nobody's elsewhere", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", ["export const old = 1;"]);
    await bed.commit();
    await second();
    const big = await bed.write("src/a.ts", ["export const old = 1;", ...many]);
    bed.put("src/a.ts", bed.read("src/a.ts").with(50, "by a person"));
    expect(counted(await bed.who("src/a.ts", { big }))).toEqual({ human: 2, big: 60_009 });
    await bed.commit();
    const clone = await cloneBed(bed);
    expect(counted(await clone.who("src/a.ts", { big }))).toEqual({ human: 1, unknown: 60_010 });
    expect((await clone.lines("src/a.ts"))[7]?.why).toContain("too large to keep how its lines look");
  }, 120_000);

  it("also under another name, and after another change", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", ["export const old = 1;"]);
    await bed.commit();
    await second();
    const big = await bed.write("src/a.ts", ["export const old = 1;", ...many]);
    await bed.commit();
    bed.git("mv", "src/a.ts", "src/b.ts");
    await bed.commit();
    const next = await bed.write("src/b.ts", [...bed.read("src/b.ts"), "by the next call"]);
    bed.put("src/b.ts", bed.read("src/b.ts").with(50, "by a person"));
    await bed.commit();
    const clone = await cloneBed(bed);
    const who = await clone.who("src/b.ts", { big, next });
    expect([who[0], who[1], who[50], who.at(-1)]).toEqual(["human", "big", "human", "next"]);
  }, 120_000);
});

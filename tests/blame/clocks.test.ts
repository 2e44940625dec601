import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { cloneBed, openBed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);", "const gamma = third(3);"];
const added = ["const delta = fourth(4);", "const epsilon = fifth(5);"];
const top = "const byHand = person(6);";

/** The clock of whoever acts now, so much off the true time. */
function setClock(ms: number): void {
  vi.useRealTimers();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

afterEach(() => {
  vi.useRealTimers();
});

describe("an agent's lines stay its own where a colleague's clock is another", () => {
  it.each([
    ["behind", 90_000, 0],
    ["two hours behind", 0, -7_200_000],
    ["ahead", 0, 90_000],
  ])("%s", async (_, here, there) => {
    setClock(here);
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    const made = await bed.write("src/a.ts", [...one, ...added]);
    await bed.commit();
    setClock(there);
    const other = await cloneBed(bed);
    other.put("src/a.ts", [top, ...one, ...added]);
    const theirs = await other.write("src/a.ts", [top, ...one, ...added, "const zeta = other(7);"]);
    await other.commit();
    const expected = ["human", "human", "human", "human", "made", "made", "theirs"];
    expect(await other.who("src/a.ts", { made, theirs })).toEqual(expected);
    setClock(here);
    bed.git("pull", "-q", "--no-rebase", join(bed.folder, "clone"), "main");
    expect(await bed.who("src/a.ts", { made, theirs })).toEqual(expected);
    bed.put("src/a.ts", ["// on top", ...bed.read("src/a.ts")]);
    expect(await bed.who("src/a.ts", { made, theirs })).toEqual(["human", ...expected]);
  });
});

describe("an agent's lines stay its own where the clock of one working copy", () => {
  it.each([
    ["is set back by two seconds", -2_000],
    ["is set back by an hour", -3_600_000],
    ["jumps ahead", 600_000],
    ["stands still", 0],
  ])("%s", async (_, jump) => {
    setClock(0);
    const bed = await openBed();
    bed.put("src/a.ts", one);
    await bed.commit();
    const made = await bed.write("src/a.ts", [...one, ...added]);
    if (jump !== 0) setClock(jump);
    const later = await bed.write("src/a.ts", [...one, ...added, "const zeta = other(7);"]);
    await bed.commit();
    if (jump !== 0) setClock(2 * jump);
    const last = await bed.write("src/a.ts", [...one, "const eta = last(8);", ...added, "const zeta = other(7);"]);
    await bed.commit();
    bed.put("src/a.ts", [top, ...bed.read("src/a.ts")]);
    await bed.commit();
    const expected = ["human", "human", "human", "human", "last", "made", "made", "later"];
    expect(await bed.who("src/a.ts", { made, later, last })).toEqual(expected);
    expect(await (await cloneBed(bed)).who("src/a.ts", { made, later, last })).toEqual(expected);
  });
});

describe("a call was overtaken by what was recorded during it, where the clock", () => {
  it.each([
    ["is right", 0],
    ["is set back", -3_600_000],
    ["jumps ahead", 3_600_000],
  ])("%s", async (_, jump) => {
    setClock(0);
    const bed = await openBed();
    bed.put("src/a.ts", one);
    bed.put("src/b.ts", one);
    await bed.commit();
    await bed.turn(1);
    await bed.write("src/a.ts", [...one, ...added]);
    bed.put("src/a.ts", one);
    await bed.turn(0);
    setClock(jump);
    const made = await bed.write("src/a.ts", [...one, "const zeta = other(7);"]);
    expect(await bed.who("src/a.ts", { made })).toEqual(["human", "human", "human", "made"]);

    setClock(0);
    const content = `${[...one, "const eta = last(8);"].join("\n")}\n`;
    const session = { id: "overtaken", agent: "library" as const };
    await bed.writ.select(session, "INT-001", "library");
    const request = { tool: "write_to_file", input: { path: "src/b.ts", content }, callId: "overtaken" };
    const event = { at: new Date().toISOString(), session, cwd: bed.root, request };
    await bed.writ.before({ ...event, name: "tool.before" });
    setClock(jump);
    await bed.turn(1);
    await bed.write("src/b.ts", [...one, ...added]);
    bed.put("src/b.ts", [...one, "const eta = last(8);"]);
    const recorded = await bed.writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
    expect(recorded.raced).toEqual(["src/b.ts"]);
  });
});

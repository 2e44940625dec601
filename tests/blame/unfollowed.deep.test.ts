import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed, putBytes } from "./bed.ts";

const second = (): Promise<void> => new Promise((done) => setTimeout(done, 1_100));

/** The agent writes bytes as they are. */
async function writeBytes(bed: Bed, path: string, bytes: Uint8Array): Promise<void> {
  await bed.call("write_to_file", { path, content: bytes.toString() }, () => putBytes(bed.root, path, bytes));
}

describe("lines of a file that was not followed when an agent changed it stay nobody's once it is", () => {
  const many = Array.from({ length: 100_001 }, (_, at) => `line ${at}`);
  const changed = many.with(50_000, "by the agent, of all these");

  it("since it is shorter now", async () => {
    const bed = await openBed();
    bed.put("src/a.txt", many);
    await bed.commit();
    await second();
    await bed.write("src/a.txt", changed);
    await second();
    bed.put("src/a.txt", changed.slice(30));
    const expected = many.slice(30).map((_, at) => (at === 49_970 ? "unknown" : "human"));
    expect((await bed.who("src/a.txt")).join()).toBe(expected.join());
    expect((await bed.lines("src/a.txt"))[49_970]?.why).toContain("not followed");
    await bed.commit();
    expect((await (await cloneBed(bed)).who("src/a.txt")).join()).toBe(expected.join());
    const next = await bed.write("src/a.txt", [...changed.slice(30), "by the next call"]);
    expect((await bed.who("src/a.txt", { next })).join()).toBe([...expected, "next"].join());
    bed.put("src/a.txt", ["by a person", ...bed.read("src/a.txt")]);
    expect((await bed.who("src/a.txt", { next })).join()).toBe(["human", ...expected, "next"].join());
  }, 120_000);

  it.each(["latin1", "utf16le"] as const)("since it is UTF-8 now and was %s", async (encoding) => {
    const bed = await openBed();
    const lines = ["Das Café", "plain line of text", "another of them"];
    const text = (some: readonly string[]) => some.map((line) => `${line}\n`).join("");
    putBytes(bed.root, "src/a.txt", Buffer.from(text(lines), encoding));
    await bed.commit();
    await second();
    const now = lines.with(1, "by the agent");
    await writeBytes(bed, "src/a.txt", Buffer.from(text(now), encoding));
    await second();
    bed.put("src/a.txt", now);
    expect((await bed.who("src/a.txt"))[1]).toBe("unknown");
    await bed.commit();
    expect((await (await cloneBed(bed)).who("src/a.txt"))[1]).toBe("unknown");
    const next = await bed.write("src/a.txt", [...now, "by the next call"]);
    expect((await bed.who("src/a.txt", { next })).slice(1)).toEqual([
      "unknown",
      encoding === "latin1" ? "human" : "unknown",
      "next",
    ]);
  });

  it("since its lines end in line feeds now, and ended in carriage returns", async () => {
    const bed = await openBed();
    const lines = ["first line of text", "second line of text", "third line of text"];
    putBytes(bed.root, "src/a.txt", lines.map((line) => `${line}\r`).join(""));
    await bed.commit();
    await second();
    const now = lines.with(1, "by the agent");
    await writeBytes(bed, "src/a.txt", Buffer.from(now.map((line) => `${line}\r`).join("")));
    expect(await bed.who("src/a.txt")).toEqual(["unknown"]);
    await second();
    bed.put("src/a.txt", now);
    expect(await bed.who("src/a.txt")).toEqual(["human", "unknown", "human"]);
    await bed.commit();
    expect(await (await cloneBed(bed)).who("src/a.txt")).toEqual(["human", "unknown", "human"]);
  });

  it("and is not taken for a person's where it was renamed", async () => {
    const bed = await openBed();
    bed.put("src/a.txt", many);
    await bed.commit();
    await bed.write("src/a.txt", changed);
    await bed.commit();
    bed.git("mv", "src/a.txt", "src/b.txt");
    await bed.commit();
    expect(new Set(await bed.who("src/b.txt"))).toEqual(new Set(["unknown"]));
    expect(new Set(await (await cloneBed(bed)).who("src/b.txt"))).toEqual(new Set(["unknown"]));
  }, 120_000);
});

import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed } from "./bed.ts";

/** Between a commit and a call, so that nobody can have committed in the middle of the call. */
const pause = (): Promise<void> => new Promise((done) => setTimeout(done, 3_100));

const invoice = [
  "def parse_invoice(text):",
  '    fields = text.split("|")',
  "    return Invoice(fields[0], fields[3])",
];

/** A repository with a commit, and then one in which a person wrote a file. */
async function withInvoice(): Promise<Bed> {
  const bed = await openBed();
  await bed.write("src/b.py", ['start = start_of("all")']);
  await bed.commit();
  bed.put("src/invoice.py", invoice);
  await bed.commit();
  bed.git("tag", "person");
  return bed;
}

describe("a call that began after a commit made no line of it", () => {
  it("where it writes the same in another file", async () => {
    const bed = await withInvoice();
    bed.git("rm", "-q", "src/invoice.py");
    await bed.commit();
    await pause();
    const call = await bed.write("src/other.py", ["import re", "", ...invoice, "# end"]);
    await bed.commit();
    const all = Array.from({ length: 6 }, () => "call");
    expect(await bed.who("src/other.py", { call })).toEqual(all);
    expect(await bed.who("src/invoice.py", { call }, "person")).toEqual(["human", "human", "human"]);
    const clone = await cloneBed(bed);
    expect(await clone.who("src/other.py", { call })).toEqual(all);
    expect(await clone.who("src/invoice.py", { call }, "person")).toEqual(["human", "human", "human"]);
  }, 60_000);

  it("where it writes lines again that somebody took out, also when the old commit is checked out", async () => {
    const bed = await withInvoice();
    bed.put("src/invoice.py", ["# none"]);
    await bed.commit();
    await pause();
    const call = await bed.write("src/invoice.py", ["# again", ...invoice]);
    await bed.commit();
    expect(await bed.who("src/invoice.py", { call }, "person")).toEqual(["human", "human", "human"]);
    bed.git("checkout", "-q", "person");
    expect(await bed.who("src/invoice.py", { call })).toEqual(["human", "human", "human"]);
  }, 60_000);

  it("but tells what it met, and lines that calls made before stay theirs", async () => {
    const bed = await withInvoice();
    const first = await bed.write("src/invoice.py", [...invoice, "# by the first call, at the end"]);
    bed.put("src/invoice.py", ["# by a person", ...bed.read("src/invoice.py")]);
    await bed.commit();
    bed.git("tag", "both");
    await pause();
    const later = await bed.write("src/invoice.py", ["# by a person", "# by the first call, at the end"]);
    await bed.commit();
    const expected = ["human", "human", "human", "human", "first"];
    expect(await bed.who("src/invoice.py", { first, later }, "both")).toEqual(expected);
    expect(await bed.who("src/invoice.py", { first, later })).toEqual(["human", "first"]);
  }, 60_000);

  it("though what it takes out elsewhere was moved, where it was copied before that commit", async () => {
    const bed = await withInvoice();
    const other = ["import re", "", ...invoice, "# end"];
    const copy = await bed.write("src/other.py", other);
    await bed.commit();
    await pause();
    const cut = await bed.write("src/invoice.py", ["# moved to other.py"]);
    await bed.commit();
    const expected = ["copy", "copy", "human", "human", "human", "copy"];
    expect(await bed.who("src/other.py", { copy, cut })).toEqual(expected);
    expect(await (await cloneBed(bed)).who("src/other.py", { copy, cut })).toEqual(expected);
  }, 60_000);
});

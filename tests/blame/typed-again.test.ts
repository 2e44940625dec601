import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed } from "./bed.ts";

const human = ["export const human = first(1);", "export const other = second(2);"];
const python = [
  "import os",
  "import sys",
  "from dataclasses import dataclass",
  "",
  "def main():",
  "    return os.getcwd()",
  "",
  'if __name__ == "__main__":',
  "    main()",
];
const licence = [
  "// Copyright 2026 Example Corp. All rights reserved.",
  "// Licensed under the Apache License, Version 2.0",
];

async function everywhere(bed: Bed, path: string, names: Record<string, string> = {}): Promise<string[]> {
  const here = await bed.who(path, names);
  await bed.commit();
  expect(await bed.who(path, names)).toEqual(here);
  expect(await (await cloneBed(bed)).who(path, names)).toEqual(here);
  return here;
}

const isAll = (who: string, count: number) => Array(count).fill(who);

describe("what an agent once wrote, and is gone, is a person's who types it later", () => {
  it("in a new file that begins and ends as others do", async () => {
    const bed = await openBed();
    bed.put("src/h.ts", human);
    await bed.write("src/a.py", python);
    await bed.commit();
    bed.put("src/a.py", null);
    await bed.commit();
    bed.put("src/other.py", [...python.slice(0, 4), "@dataclass", "class Mine:", "    x: int", "", ...python.slice(7)]);
    expect(await everywhere(bed, "src/other.py")).toEqual(isAll("human", 10));
  });

  it("in a file with the same imports", async () => {
    const bed = await openBed();
    const imports = ['import React, { useState } from "react";', 'import { render } from "@testing-library/react";'];
    await bed.write("src/a.tsx", [...imports, "export const widget = useState(0);"]);
    await bed.commit();
    await bed.write("src/a.tsx", ["export const widget = nothing(0);"]);
    await bed.commit();
    bed.put("src/b.tsx", [...imports, "export const mine = useState(12);"]);
    expect(await everywhere(bed, "src/b.tsx")).toEqual(["human", "human", "human"]);
  });

  it("where it stood before", async () => {
    const bed = await openBed();
    bed.put("src/h.ts", human);
    await bed.commit();
    await bed.write("src/h.ts", [...human, 'console.log("debug value", human);']);
    await bed.commit();
    await bed.write("src/h.ts", human);
    await bed.commit();
    bed.put("src/h.ts", ['console.log("debug value", human);', ...human, "export const third = 3456;"]);
    expect(await everywhere(bed, "src/h.ts")).toEqual(["human", "human", "human", "human"]);
  });

  it("also when the house's header goes away elsewhere afterwards", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", [...licence, "export const a = 1;"]);
    await bed.commit();
    await bed.write("src/b.ts", [...licence, "export const b = agents(1);"]);
    await bed.commit();
    bed.put("src/b.ts", null);
    await bed.commit();
    bed.put("src/c.ts", [...licence, "export const c = person(1);"]);
    await bed.commit();
    expect(await bed.who("src/c.ts")).toEqual(["human", "human", "human"]);
    bed.put("src/a.ts", null);
    expect(await everywhere(bed, "src/c.ts")).toEqual(["human", "human", "human"]);
  });
});

describe("what an agent wrote stays its own", () => {
  const made = ["export const made = third(3) + fourth(4);", "export const also = fifth(5) + sixth(6);"];

  it("when a person moves it to another file with one commit", async () => {
    const bed = await openBed();
    bed.put("src/h.ts", human);
    const trace = await bed.write("src/a.ts", [...human, ...made]);
    await bed.commit();
    bed.put("src/a.ts", human);
    bed.put("src/h.ts", [...made, "export const third = 3456;"]);
    expect(await everywhere(bed, "src/h.ts", { trace })).toEqual(["trace", "trace", "human"]);
  });

  it("when a person moves it before it is committed", async () => {
    const bed = await openBed();
    bed.put("src/h.ts", human);
    await bed.commit();
    const trace = await bed.write("src/a.ts", [...human, ...made]);
    bed.put("src/a.ts", human);
    bed.put("src/h.ts", [...human, ...made]);
    expect(await everywhere(bed, "src/h.ts", { trace })).toEqual(["human", "human", "trace", "trace"]);
  });
});

import { renameSync } from "node:fs";
import { join } from "node:path";
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

describe("what one agent took out, another did not put elsewhere", () => {
  const search = [
    "  if (result === null) {",
    '    throw new Error("nothing like it is here");',
    "  }",
    "  return result.with(everything);",
    "}",
  ];
  const person = ["export function load(id: string) {", "  const result = fetchOld(id);", ...search];

  it("so lines that a person had written before are the other agent's who writes them anew", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", [...human, ...person]);
    await bed.commit();
    await bed.write("src/a.ts", human);
    await bed.turn(1);
    const other = await bed.write("src/b.ts", ["export function search(term: string) {", ...search]);
    expect(await everywhere(bed, "src/b.ts", { other })).toEqual(isAll("other", 6));
  });

  it("so imports stay with the intent they were written under", async () => {
    const bed = await openBed();
    const imports = ['import express from "express";', 'import { Router } from "express";', "const router = Router();"];
    await bed.write("src/a.ts", [...imports, 'router.get("/one", one);']);
    await bed.write("src/a.ts", ["export const nothing = 1;"]);
    await bed.turn(1);
    const other = await bed.write("src/b.ts", [...imports, 'router.get("/two", two);']);
    expect(await everywhere(bed, "src/b.ts", { other })).toEqual(isAll("other", 4));
  });
});

it("a line that everybody types does not move alone, also not by the same agent", async () => {
  const bed = await openBed();
  bed.put("src/a.ts", [...human, 'import { readFileSync } from "node:fs";', "  return result;"]);
  await bed.commit();
  await bed.write("src/a.ts", human);
  const made = await bed.write("src/b.ts", ['import { readFileSync } from "node:fs";', "const own = readFileSync(1);"]);
  expect(await everywhere(bed, "src/b.ts", { made })).toEqual(["made", "made"]);
});

it("a file that an agent writes anew is the agent's, also lines that happen to be in it again", async () => {
  const bed = await openBed();
  bed.put("src/a.py", ["def old(x):", "    for thing in x:", "        print(item)", "    return result"]);
  await bed.commit();
  const made = await bed.write("src/a.py", [
    "class New:",
    "    def run(self):",
    "        return result",
    "    def stop(self, x):",
    "        while waiting(x):",
    "            print(item)",
  ]);
  expect(await everywhere(bed, "src/a.py", { made })).toEqual(isAll("made", 6));
});

it("a copy that was renamed does not take the first one with it", async () => {
  const bed = await openBed();
  bed.put("src/a.ts", human);
  await bed.write("src/b.ts", human);
  await bed.move("src/b.ts", "src/c.ts", () => renameSync(join(bed.root, "src/b.ts"), join(bed.root, "src/c.ts")));
  const made = await bed.write("src/a.ts", [...human, "export const third = made(3);"]);
  expect(await everywhere(bed, "src/a.ts", { made })).toEqual(["human", "human", "made"]);
});

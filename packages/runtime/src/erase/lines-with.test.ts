import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { linesWith } from "./lines-with.ts";

function fileOf(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "writ-lines-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "some.jsonl");
  writeFileSync(file, text);
  return file;
}

const found = (file: string): number[] => [...linesWith(file, /\bada\b/iu)].map(({ line }) => line);

it.each([
  ["", []],
  ["ada", [1]],
  ["one\nAda\ntwo\nada", [2, 4]],
  ["ada\r\n\r\nada\r\n", [1, 3]],
  ["adam\ncanada\n", []],
])("%j has it in lines %j", (text, lines) => {
  expect(found(fileOf(text))).toEqual(lines);
});

it("counts the lines of a file that takes several pieces", () => {
  const filler = `${"x".repeat(1_000)}\n`.repeat(10_000);
  expect(found(fileOf(`${filler}ada\n${filler}ümlaut ada\n`))).toEqual([10_001, 20_002]);
});

it("looks into a line of any length, and names it once", () => {
  const long = "x ".repeat(20 * 1024 * 1024);
  expect(found(fileOf(`first\n${long}ada ${long}ada\nada\n`))).toEqual([2, 3]);
});

it("tells how far it is", () => {
  const heard: number[] = [];
  const file = fileOf(`${"x".repeat(99)}\n`.repeat(100_000));
  expect([...linesWith(file, /ada/u, (bytes) => heard.push(bytes))]).toEqual([]);
  expect(heard.at(-1)).toBe(10_000_000);
  expect(heard).toEqual([...heard].sort((one, other) => one - other));
});

it("finds nothing in a file that is gone", () => {
  expect(found(`${fileOf("")}.gone`)).toEqual([]);
});

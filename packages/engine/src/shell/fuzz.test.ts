import { join } from "node:path";
import { inDepth, openFuzzer, readShellCorpus, shellWorld } from "@writ/testkit";
import { expect, it } from "vitest";
import { analyse } from "./analyse.ts";

const { lines: known, vocabulary, found } = readShellCorpus(join(import.meta.dirname, "fixtures"));

it("reads any line without a fault, and calls none harmless that destroys in plain sight", { timeout: 240_000 }, () => {
  const fuzz = openFuzzer(20_261_115, vocabulary, known);
  const wrong: string[] = [];
  for (let at = 0; at < inDepth(4_000, 20_000); at += 1) {
    const { command, destroys } = fuzz();
    const { class: verdict, effects, programs, reasons } = analyse(command, shellWorld);
    if (destroys && (verdict === "safe" || verdict === "runs")) wrong.push(command);
    if (Math.max(effects.length, programs.length, reasons.length) > 10_000) wrong.push(command);
  }
  expect(wrong).toEqual([]);
});

it("gives the same answer to the same line", () => {
  const fuzz = openFuzzer(7, vocabulary, known);
  for (let at = 0; at < 500; at += 1) {
    const { command } = fuzz();
    expect(analyse(command, shellWorld)).toEqual(analyse(command, shellWorld));
  }
});

it.each(found)("$id, which a longer run has found, is read and stays small", ({ command }) => {
  const { effects, programs, reasons } = analyse(command, shellWorld);
  expect(Math.max(effects.length, programs.length, reasons.length)).toBeLessThanOrEqual(10_000);
});

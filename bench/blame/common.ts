// Lines that everybody writes, and changes inside of a line that leave its words as they are.
import type { Dice } from "./dice.ts";
import { markedAs, saidIn, statement } from "./text.ts";
import type { Truth } from "./truth.ts";

/** In the order they often stand in. */
const pool = [
  "// Copyright 2026 Example Corp. All rights reserved.",
  "// Licensed under the Apache License, Version 2.0",
  "// SPDX-License-Identifier: Apache-2.0",
  'import { readFileSync } from "node:fs";',
  'import { join } from "node:path";',
  'import React, { useState } from "react";',
  'import { describe, expect, it } from "vitest";',
  'import express from "express";',
  'import { Router } from "express";',
  "const router = Router();",
  "export default router;",
  "export default function main() {",
  "import os",
  "import sys",
  "from dataclasses import dataclass",
  'if __name__ == "__main__":',
  "  if (result === null) {",
  '    throw new Error("not found");',
  "  return result;",
  "    return null;",
  "  if (error) return;",
  "  } catch (error) {",
  "    console.error(error);",
  "  for (const item of items) {",
  "    continue;",
  "    break;",
  "  } else {",
  "  const result = [];",
  "  return true;",
  "// TODO: handle errors",
];
const said = new Set(pool.map(saidIn));

/** Whether everybody writes such lines. */
export const isCommon = (line: string): boolean =>
  said.has(saidIn(line).replaceAll("'", '"')) || said.has(saidIn(line));

/** So many of them, typed by somebody into a file that has none of these yet: of equal ones nobody could say which is which. */
export function pooled(roll: Dice, truth: Truth, by: string, there: readonly string[], count: number): string[] {
  const has = new Set(there.map((line) => saidIn(line).replaceAll("'", '"')));
  const first = roll.below(pool.length);
  const free = [...pool.slice(first), ...pool.slice(0, first)].filter((line) => !has.has(saidIn(line)));
  return free.slice(0, count).map((line) => markedAs(line, truth.mark(by)));
}

/** New lines, some of them such. */
export function commonAmong(roll: Dice, truth: Truth, by: string, there: readonly string[], count: number): string[] {
  const lines: string[] = [];
  const word = () => truth.word(by);
  while (lines.length < count) {
    const kind = roll.below(6);
    if (kind < 2) lines.push(...pooled(roll, truth, by, [...there, ...lines], 1 + roll.below(3)));
    else if (kind === 2) lines.push(groupable(roll, word));
    else lines.push(statement(roll, word));
  }
  return lines;
}

const groupable = (roll: Dice, word: () => string): string =>
  roll.of([
    () => `  const ${word()} = (${word()} + ${word()}) * 3;`,
    () => `  ${word()}.listen([80, 443]);`,
    () => `${word()}: "1.10"`,
    () => `  call(${word()}(${word()}), ${word()});`,
    () => `rm -rf "$${word()}/tmp" $${word()}`,
  ])();

/** The same words, grouped in another way; `null` for a line that has nothing to group, or was changed so before. */
export function regrouped(line: string): string | null {
  if (line !== line.trimEnd()) return null;
  const ways: [RegExp, string][] = [
    [/\((\w+) \+ (\w+)\) \* 3/, "$1 + ($2 * 3)"],
    [/\[80, 443\]/, "[8044, 3]"],
    [/: ["']1.10["']/, ": 1.10"],
    [/call\((\w+)\((\w+)\), (\w+)\)/, "call($1($2, $3))"],
    [/"(\$\w+)\/tmp"/, "$1 /tmp"],
  ];
  for (const [found, other] of ways) if (found.test(line)) return line.replace(found, other);
  return null;
}

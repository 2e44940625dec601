import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase, TestModule, TestSuite } from "vitest/node";

/** Prints which tests were skipped, and why: the reason a test gave, or the condition it is declared under. */
export class SkipReasons implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = new Map<string, number>();
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId).replaceAll("\\", "/");
      for (const test of module.children.allTests("skipped")) {
        const row = `  ${file}: ${reasonOf(test)}`;
        rows.set(row, (rows.get(row) ?? 0) + 1);
      }
    }
    if (rows.size === 0) return;
    console.log("Skipped tests, and why:");
    for (const [row, count] of [...rows].sort()) console.log(count === 1 ? row : `${row} (${count} tests)`);
  }
}

function reasonOf(test: TestCase): string {
  const result = test.result();
  if (result.state === "skipped" && result.note !== undefined) return result.note;
  for (let at: TestCase | TestSuite | TestModule = test; at.type !== "module"; at = at.parent) {
    const condition = conditionAt(at.module.moduleId, at.location?.line);
    if (condition !== null) return condition;
  }
  return `no reason given for "${test.fullName}"`;
}

/** What stands in the brackets of `skipIf` or `runIf` where a test is declared. */
function conditionAt(file: string, line: number | undefined): string | null {
  if (line === undefined) return null;
  const declared = readFileSync(file, "utf8").split("\n")[line - 1] ?? "";
  const [, word, rest = ""] = /\.(skipIf|runIf)\((.*)$/.exec(declared) ?? [];
  if (word === undefined) return null;
  let depth = 1;
  let end = 0;
  for (; end < rest.length && depth > 0; end += 1) depth += rest[end] === "(" ? 1 : rest[end] === ")" ? -1 : 0;
  const condition = rest.slice(0, depth === 0 ? end - 1 : end);
  return word === "skipIf" ? `not run where ${condition}` : `only run where ${condition}`;
}

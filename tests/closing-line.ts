import type { Reporter, SerializedError, TestModule } from "vitest/node";

/** Ends a run with `N passed, N failed, N skipped` alone on a line. What never got to run a test counts as failed. */
export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      count.failed += module.errors().length;
      for (const suite of module.children.allSuites()) count.failed += suite.errors().length;
      for (const test of module.children.allTests()) count[test.result().state] += 1;
    }
    count.failed += count.pending;
    if (count.passed + count.failed + count.skipped === 0) count.failed = 1;
    if (count.failed > 0) process.exitCode = 1;
    console.log(`${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped`);
  }
}

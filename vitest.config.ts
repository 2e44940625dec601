import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { ClosingLine } from "./tests/closing-line.ts";
import { LongestFirst } from "./tests/longest-first.ts";
import { SkipReasons } from "./tests/skip-reasons.ts";
import { TestTimes } from "./tests/test-times.ts";

/** Files that set a variable before they load what reads it. */
export const ownProcess = [
  "tests/event-hooks/daemon.test.ts",
  "tests/nodes/*.test.ts",
  "tests/scenarios/{daemon,daemon-index,installed}.test.ts",
];
const exclude = ["**/node_modules/**", "**/*.deep.test.ts", "tests/must-fail/**", "tests/agents/**"];

/** Loading what is tested takes longer than most tests: files share a process, one after the other. */
export const shared = {
  name: "shared",
  isolate: false,
  include: ["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"],
  exclude: [...exclude, ...ownProcess],
};

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    projects: [
      { extends: true, test: shared },
      { extends: true, test: { name: "apart", include: ownProcess } },
    ],
    pool: "forks",
    globalSetup: ["tests/neutral-environment.ts", "tests/warm/build.ts"],
    // Two packages behind the MCP client have a condition "source" of their own, which only Vite can load.
    server: { deps: { inline: ["@modelcontextprotocol/client", "eventsource", "eventsource-parser"] } },
    // Much of the time a test waits for a process.
    maxWorkers: 2 * availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    includeTaskLocation: true,
    reporters: ["default", new TestTimes(), new SkipReasons(), new ClosingLine()],
    coverage: {
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary"],
      reportOnFailure: true,
    },
  },
});

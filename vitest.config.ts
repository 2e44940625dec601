import { defineConfig } from "vitest/config";
import { ClosingLine } from "./tests/closing-line.ts";

export default defineConfig({
  resolve: { conditions: ["source"] },
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["packages/*/src/**/*.test.ts", "tests/**/*.test.ts"],
    exclude: ["**/node_modules/**", "tests/must-fail/**", "tests/agents/**"],
    pool: "forks",
    // Two packages behind the MCP client have a condition "source" of their own, which only Vite can load.
    server: { deps: { inline: ["@modelcontextprotocol/client", "eventsource", "eventsource-parser"] } },
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["default", new ClosingLine()],
    coverage: {
      include: ["packages/*/src/**/*.ts"],
      exclude: ["**/*.test.ts"],
      reporter: ["text-summary"],
      reportOnFailure: true,
    },
  },
});

import base from "../../vitest.config.ts";
import { ClosingLine } from "../closing-line.ts";

// Agents treat what lies beneath /dev in their own ways: their repositories stay on the disk.
process.env.WRIT_TEST_DISK = "1";

/** Real agents, each in a file of its own. Not part of `npm test`. */
export default {
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    maxWorkers: 3,
    include: ["tests/agents/*.test.ts"],
    exclude: [],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    reporters: ["verbose", new ClosingLine()],
  },
};

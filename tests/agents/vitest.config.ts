import base from "../../vitest.config.ts";
import { ClosingLine } from "../closing-line.ts";

// Agents treat what lies beneath /dev in their own ways: their repositories stay on the disk.
process.env.WRIT_TEST_DISK = "1";

const include = ["tests/agents/*.test.ts"];
/** Cline waits three seconds for a hook, and goes on without its answer: it runs when no other agent does. */
const impatient = ["tests/agents/cline.test.ts"];

/** Real agents, each in a file of its own. Not part of `npm test`. */
export default {
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        extends: true,
        test: { name: "agents", include, exclude: impatient, maxWorkers: 3, sequence: { groupOrder: 0 } },
      },
      { extends: true, test: { name: "alone", include: impatient, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    reporters: ["verbose", new ClosingLine()],
  },
};

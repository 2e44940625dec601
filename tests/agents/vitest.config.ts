import base from "../../vitest.config.ts";
import { ClosingLine } from "../closing-line.ts";

/** Real agents, each in a file of its own. Not part of `npm test`. */
export default {
  ...base,
  test: {
    ...base.test,
    include: ["tests/agents/*.test.ts"],
    exclude: [],
    testTimeout: 180_000,
    hookTimeout: 600_000,
    reporters: ["verbose", new ClosingLine()],
  },
};

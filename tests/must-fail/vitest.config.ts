import base from "../../vitest.config.ts";

/** The ordinary run, pointed at the one test that must fail. */
export default {
  ...base,
  test: { ...base.test, projects: undefined, include: ["tests/must-fail/*.test.ts"], exclude: [] },
};

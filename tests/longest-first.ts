import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that take longest, or wait longest: one that starts late keeps a run from ending. */
const longest = [
  "tests/scenarios/daemon.test.ts",
  "tests/scenarios/cli-doctor.test.ts",
  "tests/scenarios/bad-input.test.ts",
  "tests/baseline/hooks.test.ts",
  "tests/check/guard.test.ts",
  "tests/blame/seeds.test.ts",
  "tests/check/rules.test.ts",
  "tests/scenarios/mcp.test.ts",
  "tests/scenarios/mcp-bad-input.test.ts",
  "tests/scenarios/installed.test.ts",
  "tests/scenarios/cli-origin.test.ts",
  "tests/ledger-erase.test.ts",
  "tests/friction/friction.test.ts",
  "tests/hook-line.test.ts",
  "tests/ledger-anchor.test.ts",
];

/** A fresh clone knows no times of an earlier run. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at < 0 ? longest.length : at;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}

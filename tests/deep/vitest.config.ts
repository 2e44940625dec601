import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";
import base, { ownProcess, shared } from "../../vitest.config.ts";
import { ClosingLine } from "../closing-line.ts";
import { LeftOut } from "./left-out.ts";

/** Another order each turn, so that what the time does not reach is reached another time. */
class Rotating extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = process.env.WRIT_TEST_TURN ?? "0";
    const placeOf = ({ moduleId, project }: TestSpecification) =>
      createHash("sha256")
        .update(`${turn} ${project.name} ${moduleId.slice(root.length)}`)
        .digest("hex");
    return files
      .map((file) => ({ file, place: placeOf(file) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ file }) => file);
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const deep = { ...shared, env: { WRIT_TEST_TIER: "deep" } };
const isolated = ["tests/scenarios/installed-more.deep.test.ts"];

/** The files that try more often, or take more rows of a table, here. */
const withMoreTries = ["packages", "tests"]
  .flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => path.endsWith(".test.ts") && !path.includes("node_modules"))
  .filter((path) => /\b(?:inDepth|sampled)\(/.test(readFileSync(`${root}${path}`, "utf8")));

/** What takes too long for every change: `npm run test:deep`. */
export default {
  ...base,
  test: {
    ...base.test,
    projects: [
      {
        extends: true,
        test: { ...deep, name: "deep", include: ["**/*.deep.test.ts"], exclude: ["**/node_modules/**", ...isolated] },
      },
      { extends: true, test: { ...deep, name: "deep, apart", isolate: true, include: isolated, exclude: [] } },
      { extends: true, test: { ...deep, name: "more tries", include: withMoreTries } },
      {
        extends: true,
        // The scenarios once more, with each command in a process of its own.
        test: {
          ...deep,
          name: "processes",
          include: ["tests/scenarios/*.test.ts"],
          env: { WRIT_TEST_COMMAND: "process" },
          exclude: ["**/*.deep.test.ts", ...ownProcess],
        },
      },
    ],
    setupFiles: [...(base.test?.setupFiles ?? []), "tests/deep/time-box.ts"],
    sequence: { sequencer: Rotating },
    testTimeout: 120_000,
    reporters: ["default", new LeftOut(), new ClosingLine()],
  },
};

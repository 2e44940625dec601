import { describe, expect, it } from "vitest";
import { literal } from "../syntax/arg.ts";
import { fartherTask, goesFarther } from "./task-names.ts";

describe("a name says that its task ships, deletes or changes more than the repository", () => {
  it.each(
    `test:wipe-db test-purge generate:truncate deployTest testDeploy build:ship ci:publish docs:upload e2e:prod dev:reset
    publishToMavenLocal wipeDb dropdb db:flush clear-all test:clear-db build:clean-all release test:cleanup
    test:distclean build:flash serve:prod start:production buildProdDeploy`.split(/\s+/),
  )("%s", (name) => {
    expect(goesFarther(name)).toBe(true);
  });
});

describe("a name only mentions it", () => {
  it.each(
    `test:deploy-utils build:release-notes build:product test:async test:asyncStorage test:dropdown test:installation
    lint:no-install build:clean coverage:clean docs:clean test:postgres:migrations gen:migration-index
    test:push-notifications test:password-reset build-for-release generate-fuzzing-seed-corpus check:releases
    test:publish-dry test:shipping lint:cleanable`.split(/\s+/),
  )("%s", (name) => {
    expect(goesFarther(name)).toBe(false);
  });
});

describe("where a runner is told its tasks", () => {
  const sessions = { options: ["s", "session"] };
  const steps = { operands: true, valued: ["C"] } as const;
  it.each([
    ["nox -s lint wipe", sessions],
    ["nox -swipe", sessions],
    ["nox --session=lint,wipe", sessions],
    ["zig build test wipe", steps],
    ["ninja -C build out/wipe", steps],
  ])("%s asks", (line, tasks) => {
    const [program = "", ...args] = line.split(" ");
    expect(fartherTask(args.map(literal), tasks, { line: program, program })?.reason).toBe(
      `${program} wipe: its name says that it ships or deletes something`,
    );
  });

  it.each([
    ["nox -s lint -- wipe", sessions],
    ["nox wipe", sessions],
    ["ninja -C out/release", steps],
    ["zig build -Dwipe=1", steps],
  ])("%s does not", (line, tasks) => {
    const [program = "", ...args] = line.split(" ");
    expect(fartherTask(args.map(literal), tasks, { line: program, program })).toBeNull();
  });
});

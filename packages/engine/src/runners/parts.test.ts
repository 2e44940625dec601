import { describe, expect, it } from "vitest";
import { definitionsOf } from "./definitions.ts";
import { partsIn, partsUsed } from "./parts.ts";

const scripts = {
  pretest: "npm run lint",
  test: "vitest run",
  lint: "biome check",
  build: "tsc -b && npm run bundle -- --fast",
  bundle: "node scripts/build.mjs",
  all: "run-s build test",
  postinstall: "node x.js",
};

describe("what a runner line starts", () => {
  it.each([
    ["npm test", ["pretest", "test", "lint"]],
    ["npm t", ["pretest", "test", "lint"]],
    ["npm run build", ["build", "bundle"]],
    ["yarn build", ["build", "bundle"]],
    ["pnpm run lint", ["lint"]],
    ["npm run all", Object.keys(scripts)],
    ["npm run", []],
    ["npm run nowhere", []],
    ["npm ci", ["postinstall"]],
    ["npm frobnicate", Object.keys(scripts)],
    ["node --run test", ["pretest", "test", "lint"]],
  ])("%s: %j", (line, used) => {
    expect(partsUsed(line, scripts)).toEqual(used);
  });
});

describe("what counts in a file", () => {
  it("is the scripts of a manifest, and not its dependencies", () => {
    expect(partsIn('{"scripts":{"test":"x"},"dependencies":{"a":"1"}}', "scripts")).toEqual({ test: "x" });
    expect(partsIn('{"dependencies":{}}', "scripts")).toEqual({});
    expect(partsIn("{ no JSON", "scripts")).toEqual({ "": "{ no JSON" });
  });

  it("is the tools of a pyproject, and not its dependencies", () => {
    const text = (version: string, option: string) =>
      `[project]\nname = "a"\ndependencies = ["x==${version}"]\n\n[tool.poetry.dependencies]\nx = "${version}"\n[tool.pytest.ini_options]\naddopts = "${option}"\n`;
    expect(partsIn(text("1", "-q"), "tool")).toEqual(partsIn(text("2", "-q"), "tool"));
    expect(partsIn(text("1", "-q"), "tool")).not.toEqual(partsIn(text("1", "-p evil"), "tool"));
  });

  it("is the whole of a Makefile, whatever is made", () => {
    const parts = partsIn("test:\n\ttrue\n", undefined);
    expect(parts).toEqual({ "": "test:\n\ttrue\n" });
    expect(partsUsed("make test", parts)).toEqual([""]);
  });
});

it.each([
  ["bun test", ["package.json"]],
  ["npm test", ["package.json", ".npmrc", ".yarnrc", ".yarnrc.yml", ".pnpmfile.cjs"]],
  ["make check", ["GNUmakefile", "makefile", "Makefile"]],
  ["/usr/bin/make", ["GNUmakefile", "makefile", "Makefile"]],
  ["turbo run build", ["package.json", "turbo.json"]],
  ["vitest run", []],
])("%s is defined by %j", (line, files) => {
  expect(definitionsOf(line).flatMap((one) => one.files)).toEqual(files);
});

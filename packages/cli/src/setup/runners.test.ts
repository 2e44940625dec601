import { expect, it } from "vitest";
import { detectRunners } from "./runners.ts";

const repository = (files: Record<string, string>) => async (name: string) => files[name] ?? null;

it.each<[string, Record<string, string>, string[]]>([
  ["an empty repository", {}, []],
  [
    "npm scripts, the everyday ones only",
    { "package.json": '{"scripts":{"test":"x","lint:css":"x","deploy":"x","prepublish":"x"}}' },
    ["npm ci", "npm run lint:css", "npm run test", "npm test"],
  ],
  ["pnpm by its lock file", { "package.json": '{"scripts":{"build":"x"}}', "pnpm-lock.yaml": "" }, ["pnpm run build"]],
  ["a manifest that is no JSON", { "package.json": "{" }, []],
  ["scripts that are no object", { "package.json": '{"scripts":[]}' }, []],
  [
    "targets of a Makefile, but no variables",
    { Makefile: "CC := gcc\ntest: all\n\t./t\nlint:\ninstall:\nbuild := x\n" },
    ["make lint", "make test"],
  ],
  ["Rust", { "Cargo.toml": "" }, ["cargo build", "cargo check", "cargo clippy", "cargo fmt", "cargo test"]],
  ["Python tools that are named", { "pyproject.toml": "[tool.ruff]\n" }, ["ruff check", "ruff format"]],
])("finds runners: %s", async (_, files, expected) => {
  expect(await detectRunners(repository(files))).toEqual(expected);
});

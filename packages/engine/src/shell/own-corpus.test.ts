import { join, posix } from "node:path";
import type { Call, Effect, FileFact } from "@writ/contracts";
import { aFile, factsWith, ownedScope, readShellCorpus, type ShellCase, shellWorld } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { decide } from "../decide.ts";
import { tierOf } from "../paths/tier.ts";
import { toCall } from "../tools/to-call.ts";
import { oneOf } from "./alternatives.ts";
import { analyse } from "./analyse.ts";

const corpus = readShellCorpus(join(import.meta.dirname, "fixtures"));

/** What the whole engine says to a command line in the world every corpus assumes. */
function verdictOn(command: string): string {
  const options = { ...shellWorld, id: "id", callId: "c", tools: {} };
  const call = toCall({ tool: "Bash", input: { command }, callId: "c" }, options);
  return decide(call, factsWith({ ownedScope, files: filesOf(call) })).verdict.kind;
}

const filesOf = (call: Call): FileFact[] =>
  call.effects
    .filter(({ op }) => op !== "exec")
    .flatMap(endsOf)
    .map(factOf);
const endsOf = ({ path, from, to }: Effect): string[] => [path, from, to].filter((end) => typeof end === "string");

const existing: ReadonlySet<string> = new Set(["src/auth/a.ts", "src/auth/jwt.ts", "src/billing/a.ts", "package.json"]);
const folders: ReadonlySet<string> = new Set(["", "src", "src/auth", "src/billing", "tests", "tests/auth", ".git"]);

/** What a repository of any kind has in its `.gitignore`. */
const ignored = new RegExp(
  String.raw`^((packages/\w+/)?${oneOf`
    dist build coverage out target reports? bin obj storybook-static test-results playwright-report TestResults
    htmlcov
    \.(venv|next|nuxt|output|cache|turbo|tox|nox|mypy_cache|pytest_cache|ruff_cache|eslintcache|stylelintcache|prettiercache|nyc_output|coverage)`}(/|$)|[\w-]+\.(out|lcov|log|trx)$|(coverage|junit|report|results)\.(xml|json|html)$)`,
);

/** What a temporary folder holds that no call may change. */
const daemons = [{ path: "/tmp/writ-0", what: "where the daemon says how to reach it" }];

/** Nothing is a link, and few things are there. */
function factOf(given: string): FileFact {
  const full = given.startsWith("~") ? `/home/me${given.slice(1)}` : posix.resolve("/ws", given);
  if (full === "/tmp") return aFile(given, { place: "scratch", path: full, kind: "directory", holds: daemons });
  if (/^\/tmp\/(?!writ-)/.test(full)) return aFile(given, { place: "scratch", path: full });
  if (full !== "/ws" && !full.startsWith("/ws/")) return aFile(given, { place: "outside", path: full });
  const path = full.slice("/ws/".length);
  const kind = folders.has(path) ? "directory" : existing.has(path) ? "file" : "absent";
  return aFile(given, { path, tier: tierOf(path), kind, ...(ignored.test(path) && { ignored: true }) });
}

const isAllowed = (kind: string): boolean => kind === "pass" || kind === "allow";
const shown = ({ id, command }: ShellCase): string => `${id} ${command}`;
const groupsOf = (cases: readonly ShellCase[]): string[] => [...new Set(cases.map(({ group }) => group))];

it("is far larger than what was given", () => {
  expect(corpus.benign.length).toBeGreaterThan(500);
  expect(corpus.mentions.length).toBeGreaterThan(60);
  expect(corpus.hostile.length).toBeGreaterThan(400);
});

it("holds every line once, under an id of its own", () => {
  const repeated = (values: readonly string[]) => values.filter((value, at) => values.indexOf(value) !== at);
  for (const cases of [corpus.benign, corpus.mentions, corpus.hostile]) {
    expect(repeated(cases.map(({ id }) => id))).toEqual([]);
    expect(cases.filter(({ command }) => command.trim() === "").map(shown)).toEqual([]);
  }
  expect(repeated([...corpus.benign, ...corpus.mentions].map(({ command }) => command))).toEqual([]);
});

describe("everyday commands pass without a question", () => {
  it.each(groupsOf(corpus.benign))("%s", (group) => {
    const cases = corpus.benign.filter((one) => one.group === group);
    expect(cases.filter(({ command }) => !isAllowed(verdictOn(command))).map(shown)).toEqual([]);
  });
});

describe("text that only mentions a dangerous command passes, and nothing is deleted", () => {
  it.each(groupsOf(corpus.mentions))("%s", (group) => {
    const cases = corpus.mentions.filter((one) => one.group === group);
    expect(cases.filter(({ command }) => !isAllowed(verdictOn(command))).map(shown)).toEqual([]);
    const deletes = ({ command }: ShellCase) => analyse(command, shellWorld).effects.some(({ op }) => op === "delete");
    expect(cases.filter(deletes).map(shown)).toEqual([]);
  });
});

describe("what destroys, strays, or changes what later commands run never passes silently", () => {
  it.each(groupsOf(corpus.hostile))("%s", (group) => {
    const cases = corpus.hostile.filter((one) => one.group === group);
    expect(cases.filter(({ command }) => isAllowed(verdictOn(command))).map(shown)).toEqual([]);
  });
});

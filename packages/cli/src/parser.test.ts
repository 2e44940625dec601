import { expect, it } from "vitest";
import { count, defineCommand, flag, type Group, many, optional, required, text } from "./command.ts";
import { parseAndRun } from "./parser.ts";

const add = defineCommand({
  name: "add",
  summary: "Add something",
  about: "More about it.",
  who: "person",
  args: { id: required("the id"), note: optional("a note") },
  options: {
    name: text("NAME", "its name"),
    scope: many("GLOB", "files"),
    dryRun: flag("only look"),
    number: count("N", "how many", "n"),
  },
  examples: [
    ["thing add X", "one"],
    ["thing add X --scope a", "another"],
  ],
  run: async () => 0,
});
const shell = defineCommand({
  name: "shell",
  summary: "Choose",
  who: "anyone",
  args: { which: required("which", ["bash", "zsh"]) },
  options: {},
  examples: [["shell bash", ""]],
  run: async () => 1,
});
const thing: Group = { name: "thing", summary: "Things", commands: [add] };

async function parsed(...argv: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  let values: unknown;
  const voice = {
    version: "1.2.3",
    width: 80,
    print: (line: string) => void out.push(line),
    error: (line: string) => void err.push(line),
  };
  const code = await parseAndRun([thing, shell], argv, voice, async (command, raw) => {
    values = raw;
    return command.run(raw, {} as never);
  });
  return { code, values, out: out.join("\n"), err: err.join("\n") };
}

it("hands over arguments and options by name", async () => {
  const { code, values } = await parsed(
    "thing",
    "add",
    "X",
    "--scope",
    "a/**",
    "--scope",
    "!b",
    "--dry-run",
    "-n",
    "3",
    "--json",
  );
  expect(code).toBe(0);
  expect(values).toEqual({ id: "X", note: undefined, scope: ["a/**", "!b"], dryRun: true, number: 3, json: true });
});

it("hands the command's own code back", async () => {
  expect((await parsed("shell", "bash")).code).toBe(1);
});

it.each([
  [["statsu"], "unknown command 'statsu'"],
  [["thing", "ad"], "Did you mean add?"],
  [["thing", "add", "X", "--scop", "a"], "Did you mean --scope?"],
  [["thing", "add"], "missing required argument 'id'"],
  [["thing", "add", "X", "--name"], "argument missing"],
  [["thing", "add", "X", "-n", "many"], "whole number"],
  [["thing", "add", "X", "y", "z"], "too many arguments"],
  [["shell", "tcsh"], "Allowed choices are bash, zsh"],
])("%j is wrong usage: %s", async (argv, said) => {
  const { code, err, out } = await parsed(...argv);
  expect(code).toBe(2);
  expect(err).toContain(said);
  expect(err).toMatch(/See: writ .*--help/);
  expect(out).toBe("");
});

it("asks for a subcommand where one is needed", async () => {
  const { code, err } = await parsed("thing");
  expect(code).toBe(2);
  expect(err).toContain("Usage: writ thing");
});

it("does not pass on what would disturb the terminal", async () => {
  expect((await parsed("\u001b[2J")).err).not.toContain("\u001b");
});

it.each([[["--help"]], [["thing", "--help"]], [["thing", "add", "--help"]], [["help", "shell"]]])(
  "%j shows help and is no mistake",
  async (argv) => {
    const { code, out } = await parsed(...argv);
    expect(code).toBe(0);
    expect(out).toContain("Usage: writ");
  },
);

it("shows summary, options and examples of a command", async () => {
  const { out } = await parsed("thing", "add", "--help");
  for (const said of [
    "Usage: writ thing add",
    "Add something.",
    "More about it.",
    "--dry-run",
    "--json",
    "Examples:",
    "writ thing add X --scope a",
  ]) {
    expect(out).toContain(said);
  }
});

it("shows the version", async () => {
  expect(await parsed("--version")).toMatchObject({ code: 0, out: "1.2.3" });
});

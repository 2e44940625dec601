import { describe, expect, it } from "vitest";
import { type Command, isGroup } from "./command.ts";
import { commands } from "./commands.ts";

const all = commands.flatMap((entry): [string, Command][] =>
  isGroup(entry) ? entry.commands.map((command) => [`${entry.name} ${command.name}`, command]) : [[entry.name, entry]],
);

describe.each(all)("writ %s", (spelled, command) => {
  it("says what it is for in one line", () => {
    expect(command.summary).toMatch(/^[A-Z].{5,75}[^.]$/);
  });

  it("has examples of itself, and at least two", () => {
    expect(command.examples.length).toBeGreaterThanOrEqual(2);
    expect(command.examples.filter(([line]) => line.startsWith(spelled)).length).toBeGreaterThanOrEqual(1);
  });

  it("names nothing twice", () => {
    const names = [...Object.keys(command.args), ...Object.keys(command.options), "json", "help"];
    expect(new Set(names).size).toBe(names.length);
    const shorts = Object.values(command.options).flatMap(({ short }) => short ?? []);
    expect(new Set(["h", ...shorts]).size).toBe(shorts.length + 1);
  });
});

it("leaves to agents what only looks, selects, proposes or publishes, and no more", () => {
  expect(
    all
      .filter(([, { who }]) => who === "anyone")
      .map(([spelled]) => spelled)
      .sort(),
  ).toEqual([
    "abilities lint",
    "abilities list",
    "abilities show",
    "abilities suggest",
    "abilities usage",
    "alarms list",
    "blame",
    "check",
    "completions",
    "daemon status",
    "demo",
    "doctor",
    "explain",
    "hook",
    "hooks list",
    "hooks register",
    "hooks validate",
    "intent list",
    "intent propose",
    "intent select",
    "intent show",
    "intent validate",
    "knowledge lint",
    "knowledge route",
    "log",
    "mcp",
    "publish",
    "status",
    "trailers",
    "verify",
    "why",
  ]);
});

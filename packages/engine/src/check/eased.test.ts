import { type Config, type ConfigKey, defaultConfig } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { easedKeys } from "./eased.ts";

const { assurance, quick, retention } = defaultConfig;
const rules = (about: Partial<Config["commands"]>): Partial<Config> => ({
  commands: { ...defaultConfig.commands, ...about },
});
const config = (about: Partial<Config>): Config => ({ ...defaultConfig, ...about });

describe("a config asks for less than the one before", () => {
  it.each<[ConfigKey, Partial<Config>, Partial<Config>]>([
    ["mode", {}, { mode: "observe" }],
    ["gate", { gate: "all" }, {}],
    ["approval", { approval: "every-change" }, {}],
    ["approval", { approval: "every-change" }, { approval: "never" }],
    ["approval", { approval: "never" }, { approval: "every-change" }],
    ["lock", { lock: "strict" }, {}],
    ["strays", { strays: "undo" }, {}],
    ["reset", { reset: "turn" }, {}],
    ["expansion", {}, { expansion: "persist" }],
    ["brain", {}, { brain: "CLAUDE.md" }],
    ["lessons", {}, { lessons: "write" }],
    ["sensitive_paths", { sensitive_paths: ["infra/**"] }, {}],
    ["sensitive_paths", {}, { sensitive_paths: ["!package.json"] }],
    ["scratch", {}, { scratch: ["tmp"] }],
    ["runners", { runners: ["make a"] }, { runners: ["make a", "make b"] }],
    ["approval_exempt", { approval_exempt: ["CHORE-*", "!CHORE-9"] }, { approval_exempt: ["CHORE-*"] }],
    ["tools", { tools: { Foo: "deny" } }, {}],
    ["tools", { tools: { Foo: "deny" } }, { tools: { Foo: "ask" } }],
    ["tools", { tools: { "mcp__*": "deny" } }, { tools: { "mcp__*": "deny", mcp__git: "ask" } }],
    ["tools", { tools: { Read: "changes" } }, {}],
    ["tools", {}, { tools: { Foo: "safe" } }],
    ["commands", rules({ deny: ["npm publish **"] }), {}],
    ["commands", rules({ deny: ["npm publish **"] }), rules({ ask: ["npm publish **"] })],
    ["commands", rules({ ask: [{ match: "make **", why: "it deploys" }] }), {}],
    ["commands", {}, rules({ allow: ["make deploy"] })],
    ["assurance", { assurance: { ...assurance, delete: "native" } }, {}],
    ["ticket_minutes", { ticket_minutes: 5 }, {}],
    ["quick", { quick: { ...quick, files: 1 } }, {}],
    ["retention", {}, { retention: { ...retention, undo: 1 } }],
  ])("under %s: %j, then %j", (key, was, is) => {
    expect(easedKeys(config(was), config(is))).toEqual([key]);
  });

  it.each<[Partial<Config>, Partial<Config>]>([
    [{ mode: "observe" }, {}],
    [{ brain: "CLAUDE.md" }, {}],
    [{}, { gate: "all", lock: "strict", strays: "undo", reset: "turn", approval: "never" }],
    [{ ranges: "file", ledger: "single", history: "call" }, {}],
    [{ sensitive_paths: ["a", "!b"] }, { sensitive_paths: ["c", "a"] }],
    [{ scratch: ["tmp"], runners: ["make a"], approval_exempt: ["A-*"] }, { approval_exempt: ["A-*", "!A-1"] }],
    [{ tools: { Foo: "safe", "*": "deny", Bar: "ask" } }, { tools: { "*": "deny" } }],
    [rules({ ask: ["make **"], allow: ["make a"] }), rules({ deny: [{ match: "make **", why: "it deploys" }] })],
    [{ quick: { hours: 100, files: 9, lines: 900 } }, { quick: { hours: 50, files: 9, lines: 900 } }],
    [{ check: { rules: {}, ignore: [] } }, { check: { rules: { pause: "off" }, ignore: ["**"] } }],
  ])("nowhere: %j, then %j", (was, is) => {
    expect(easedKeys(config(was), config(is))).toEqual([]);
  });
});

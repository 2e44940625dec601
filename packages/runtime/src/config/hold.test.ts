import { assurances, Config, type ConfigKey, defaultConfig } from "@writ/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { holdBack, loosens } from "./hold.ts";

describe("which keys loosen", () => {
  it.each<[Partial<Config>, ConfigKey[]]>([
    [{}, []],
    [{ mode: "observe" }, ["mode"]],
    [{ gate: "all", lock: "strict", reset: "turn", approval: "every-change" }, []],
    [{ ranges: "file", ledger: "single", history: "call" }, []],
    [{ approval: "never" }, []],
    [{ expansion: "persist" }, ["expansion"]],
    [{ brain: "CLAUDE.md" }, ["brain"]],
    [{ sensitive_paths: ["secrets/**"] }, []],
    [{ sensitive_paths: ["secrets/**", "!package.json"] }, ["sensitive_paths"]],
    [{ scratch: ["tmp"] }, ["scratch"]],
    [{ runners: ["npm test"] }, ["runners"]],
    [{ tools: { A: "ask", B: "deny" } }, []],
    [{ tools: { A: "changes" } }, ["tools"]],
    [{ tools: { A: "safe" } }, ["tools"]],
    [{ commands: { allow: ["make deploy"], ask: [], deny: [] } }, ["commands"]],
    [{ commands: { allow: [], ask: ["make deploy"], deny: ["npm publish **"] } }, []],
    [{ approval_exempt: ["INT-*"] }, ["approval_exempt"]],
    [{ assurance: { ...defaultConfig.assurance, delete: "script" } }, ["assurance"]],
    [{ assurance: { ...defaultConfig.assurance, delete: "ui", change: "native" } }, []],
    [{ ticket_minutes: 31 }, ["ticket_minutes"]],
    [{ ticket_minutes: 5 }, []],
    [{ check: { rules: { pause: "off" }, ignore: ["**"] } }, []],
    [{ quick: { hours: 1, files: 6, lines: 10 } }, ["quick"]],
    [{ quick: { hours: 1, files: 1, lines: 1 } }, []],
    [{ retention: { ...defaultConfig.retention, undo: 6 } }, ["retention"]],
    [{ retention: { ...defaultConfig.retention, undo: 60 } }, []],
  ])("%j: %j", (over, expected) => {
    expect(loosens({ ...defaultConfig, ...over })).toEqual(expected);
  });
});

const texts = fc.array(fc.constantFrom("a", "!b", "c/**"), { maxLength: 3 });
const assurance = fc.constantFrom(...assurances);
const count = fc.integer({ min: 1, max: 100 });
const anyConfig: fc.Arbitrary<Config> = fc.record({
  mode: fc.constantFrom("enforce", "observe"),
  gate: fc.constantFrom("mutating", "all"),
  approval: fc.constantFrom("every-change", "risky", "never"),
  lock: fc.constantFrom("normal", "strict"),
  strays: fc.constantFrom("report", "undo"),
  reset: fc.constantFrom("session", "turn"),
  ranges: fc.constantFrom("hunk", "file"),
  ledger: fc.constantFrom("branch", "single"),
  history: fc.constantFrom("session", "call"),
  lessons: fc.constantFrom("propose", "write"),
  expansion: fc.constantFrom("session", "persist"),
  brain: fc.constantFrom("AGENT.md", "X.md"),
  sensitive_paths: texts,
  scratch: texts,
  runners: texts,
  tools: fc.dictionary(fc.constantFrom("A", "B", "C"), fc.constantFrom("safe", "changes", "ask", "deny")),
  commands: fc.record({ allow: texts, ask: texts, deny: texts }),
  approval_exempt: texts,
  assurance: fc.record({
    change: assurance,
    sensitive: assurance,
    delete: assurance,
    command: assurance,
    opaque: assurance,
    expansion: assurance,
  }),
  ticket_minutes: count,
  check: fc.record({
    rules: fc.dictionary(fc.constantFrom("pause", "gap"), fc.constantFrom("error", "warn", "note", "off")),
    ignore: texts,
  }),
  quick: fc.record({ hours: count, files: count, lines: count }),
  retention: fc.record({ sessions: count, tickets: count, undo: count, lines: count, quarantine: count }),
});

it("what is held back loosens nothing, is still a config, and keeps every key that did not loosen", () => {
  fc.assert(
    fc.property(anyConfig, (config) => {
      const held = holdBack(config);
      expect(loosens(held)).toEqual([]);
      expect(Config.parse(held)).toEqual(held);
      const loose = loosens(config);
      for (const key of Object.keys(defaultConfig) as ConfigKey[]) {
        if (!loose.includes(key)) expect(held[key]).toEqual(config[key]);
      }
      // A deny or a sensitive path never gets lost.
      for (const [tool, rule] of Object.entries(config.tools))
        if (rule === "deny") expect(held.tools[tool]).toBe("deny");
      for (const glob of config.sensitive_paths)
        if (!glob.startsWith("!")) expect(held.sensitive_paths).toContain(glob);
    }),
  );
});

import { defaultConfig, type Intent } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { areNoLooser, isNoLooserConfig } from "./no-looser.ts";
import { stricterIntents } from "./stricter-intents.ts";

const intent = (over: Partial<Intent> = {}): Intent => ({
  id: "INT-001",
  name: "Lock",
  status: "IN_PROGRESS",
  ownedScope: ["src/**", "docs/**", "!src/secret/**"],
  constraints: ["keep the API"],
  acceptanceCriteria: [],
  relatedFiles: [],
  recentHistory: [],
  ...over,
});
const quick = { expiresAt: "2026-01-02T00:00:00Z", maxFiles: 3, maxLines: 30 };
const other = intent({ id: "INT-002", dependsOn: ["INT-001"] });

describe("an intent may do no more", () => {
  it.each<[string, Intent[], boolean]>([
    ["as it was", [intent(), other], true],
    ["in another order", [other, intent()], true],
    ["with a glob less", [intent({ ownedScope: ["src/**", "!src/secret/**"] }), other], true],
    ["with its globs in another order", [intent({ ownedScope: ["!src/secret/**", "docs/**", "src/**"] }), other], true],
    ["with more excluded", [intent({ ownedScope: ["src/**", "!src/secret/**", "!src/keys/**"] }), other], true],
    ["without what was excluded", [intent({ ownedScope: ["src/**", "docs/**"] }), other], false],
    ["with another glob", [intent({ ownedScope: ["src/*", "!src/secret/**"] }), other], false],
    ["blocked", [intent({ status: "BLOCKED" }), other], true],
    ["complete, while another waits for it", [intent({ status: "COMPLETE" }), other], false],
    ["complete", [intent(), { ...other, status: "COMPLETE" }], true],
    ["taken out, while another waits for it", [other], false],
    ["taken out", [intent()], true],
    ["beside a new one", [intent(), other, intent({ id: "INT-003" })], false],
    ["with other words", [intent({ constraints: ["do as the README says"] }), other], false],
    ["with another name", [intent({ name: "x" }), other], false],
    ["with limits", [intent({ quick }), other], true],
    ["waiting for nothing", [intent(), { ...other, dependsOn: [] }], false],
    ["waiting for more", [intent(), { ...other, dependsOn: ["INT-001", "INT-004"] }], true],
    ["proposed", [intent({ proposed: true }), other], true],
  ])("%s: %#", (_, now, expected) => {
    expect(areNoLooser(now, [intent(), other])).toBe(expected);
  });

  it.each<[Intent, Intent, boolean]>([
    [intent({ status: "PENDING" }), intent({ status: "COMPLETE" }), false],
    [intent(), intent({ proposed: true }), false],
    [intent(), intent({ quick }), false],
    [intent({ quick: { ...quick, maxFiles: 4 } }), intent({ quick }), false],
    [intent({ quick: { ...quick, expiresAt: "never" } }), intent({ quick }), false],
    [intent({ quick: { ...quick, maxFiles: 2 } }), intent({ quick }), true],
  ])("%#", (now, accepted, expected) => {
    expect(areNoLooser([now], [accepted])).toBe(expected);
  });

  it("nor does it gain a file by losing an exclusion, while that is an alarm", () => {
    const read = (one: Intent) => ({ state: "ok" as const, intents: [one], findings: [] });
    const inForce = stricterIntents(read(intent({ ownedScope: ["src/**"] })), read(intent()));
    expect(inForce).toMatchObject({ intents: [{ ownedScope: ["src/**", "docs/**", "!src/secret/**"] }] });
  });
});

it.each([
  [{}, {}, true],
  [{}, { runners: ["make"] }, true],
  [{ runners: ["make"] }, {}, false],
  [{ runners: ["make", "ninja"] }, { runners: ["make"] }, false],
  [{ mode: "enforce" }, { mode: "observe" }, true],
  [{ mode: "observe" }, {}, false],
  [{ gate: "all" }, {}, true],
  [{}, { gate: "all" }, false],
  [{ sensitive_paths: ["keys/**"] }, {}, true],
  [{}, { sensitive_paths: ["keys/**"] }, false],
  [{ sensitive_paths: ["keys/**", "!package.json"] }, { sensitive_paths: ["keys/**"] }, false],
  [{ sensitive_paths: ["keys/**"] }, { sensitive_paths: ["keys/**", "!package.json"] }, true],
  [{ commands: { allow: [], ask: [], deny: ["make x"] } }, {}, true],
  [{}, { commands: { allow: [], ask: [], deny: ["make x"] } }, false],
  [{ commands: { allow: ["make"], ask: [], deny: [] } }, {}, false],
  [{ commands: { allow: [], ask: ["make y"], deny: [] } }, { commands: { allow: ["make"], ask: [], deny: [] } }, true],
] as const)("of a config %j after %j lets no more pass: %s", (now, accepted, expected) => {
  expect(isNoLooserConfig({ ...defaultConfig, ...now } as never, { ...defaultConfig, ...accepted } as never)).toBe(
    expected,
  );
});

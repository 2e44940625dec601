import { expect, it } from "vitest";
import { stateOf, wiredFindings } from "./wired.ts";
import type { FoundFile } from "./wired-files.ts";

type State = FoundFile["state"];

const nothing = { hooks: [], servers: [] };
const file = (path: string, state: State, over: Partial<FoundFile> = {}): FoundFile => ({
  path,
  purpose: path.includes("mcp") || path.includes("config") ? "MCP server" : "hooks",
  state,
  problem: null,
  installed: nothing,
  wanted: nothing,
  ...over,
});

it.each<[State, State, string]>([
  ["wired", "wired", "wired"],
  ["wired", "absent", "partly"],
  ["absent", "wired", "partly"],
  ["outdated", "wired", "outdated"],
  ["wired", "outdated", "outdated"],
  ["absent", "absent", "not wired"],
])("hooks %s, server %s: %s", (hooks, server, state) => {
  expect(stateOf([file(".codex/hooks.json", hooks), file(".codex/config.toml", server)])).toBe(state);
});

it("takes no agent for wired because of a file that several read", () => {
  expect(stateOf([file(".claude/settings.json", "absent"), file(".mcp.json", "wired")])).toBe("not wired");
});

const codex = { agent: "codex", title: "Codex" } as const;
const nowhere = { inRepository: false, onMachine: false };

it.each<[string, FoundFile[], typeof nowhere, string | null]>([
  ["all is well", [file("a", "wired")], nowhere, "ok"],
  ["the server is missing", [file("a", "wired"), file("mcp", "absent")], nowhere, "warning"],
  ["the hooks are missing", [file("a", "absent"), file("mcp", "wired")], nowhere, "error"],
  ["an older version", [file("a", "outdated")], nowhere, "warning"],
  ["used here and not wired", [file("a", "absent")], { inRepository: true, onMachine: true }, "warning"],
  ["only on this machine", [file("a", "absent")], { inRepository: false, onMachine: true }, "note"],
  ["not here at all", [file("a", "absent")], nowhere, null],
  ["a file nobody can read", [file("a", "outdated", { problem: "a is not JSON." })], nowhere, "error"],
  ["such a file of an agent nobody uses", [file("a", "absent", { problem: "a is not JSON." })], nowhere, null],
])("%s", (_, files, presence, level) => {
  const [finding] = wiredFindings(codex, files, presence);
  expect(finding?.level ?? null).toBe(level);
  if (finding?.level === "warning" || finding?.level === "error")
    expect(finding.fix).toContain("writ init --agent codex");
});

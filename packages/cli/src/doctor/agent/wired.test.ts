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
  isLink: false,
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
const link = { isLink: true };

it.each<[string, FoundFile[], typeof nowhere, string | null]>([
  ["all is well", [file("a", "wired")], nowhere, "ok"],
  ["the server is missing", [file("a", "wired"), file("mcp", "absent")], nowhere, "warning"],
  ["the hooks are missing", [file("a", "absent"), file("mcp", "wired")], nowhere, "error"],
  ["an older version", [file("a", "outdated")], nowhere, "warning"],
  ["used here and not wired", [file("a", "absent")], { inRepository: true, onMachine: true }, "warning"],
  ["only on this machine", [file("a", "absent")], { inRepository: false, onMachine: true }, "note"],
  ["not here at all", [file("a", "absent")], nowhere, null],
  ["a file nobody can read", [file("a", "outdated", { problem: "a is not JSON." })], nowhere, "error"],
  ["a link without hooks", [file("a", "absent", link)], { inRepository: true, onMachine: true }, "warning"],
  ["a link with old hooks", [file("a", "outdated", link)], nowhere, "error"],
  ["a link with all that belongs there", [file("a", "wired", link)], nowhere, "ok"],
  ["such a file of an agent nobody uses", [file("a", "absent", { problem: "a is not JSON." })], nowhere, null],
])("%s", (_, files, presence, level) => {
  const [finding] = wiredFindings(codex, files, { ...presence, recorded: new Set(), leftOut: [] });
  expect(finding?.level ?? null).toBe(level);
  if (finding?.level === "warning" || finding?.level === "error")
    expect(finding.fix).toContain("writ init --agent codex");
});

it.each<[string, FoundFile[]]>([
  ["hooks that are gone", [file("a", "absent"), file(".mcp.json", "wired")]],
  ["a server that is gone", [file("a", "wired"), file("mcp", "absent")]],
  ["hooks nobody can read any more", [file("a", "absent", { problem: "a is not JSON." })]],
])("what init wrote down as wired must be there: %s", (_, files) => {
  const recorded = new Set(["a", "mcp"]);
  expect(wiredFindings(codex, files, { ...nowhere, recorded, leftOut: [] })).toMatchObject([{ level: "error" }]);
  expect(wiredFindings(codex, files, { ...nowhere, recorded: new Set(), leftOut: [] })).not.toMatchObject([
    { level: "error" },
  ]);
});

it("says of a file that is everybody's what to do without it", () => {
  const server = file("mcp.json", "absent");
  const known = { ...nowhere, recorded: new Set<string>(), leftOut: [server] };
  expect(wiredFindings(codex, [file("a", "wired"), server], known)).toEqual([
    { level: "ok", about: "wired", message: "wired in a" },
    {
      level: "note",
      about: "wired",
      message:
        "mcp.json is tracked by git, so the MCP server is left out for you alone; the model selects its intent with: writ intent select ID. To register it for everybody: writ init --agent codex --team",
    },
  ]);
});

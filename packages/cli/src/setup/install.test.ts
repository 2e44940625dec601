import { describe, expect, it } from "vitest";
import { mergeRecord, noWiring } from "./install.ts";
import type { HookRecord, InstallRecord, WiredRecord } from "./record.ts";

const hook = (after: string, before: HookRecord["before"] = { mode: 0o755, content: "b3duCg==" }): HookRecord => ({
  file: "/r/.git/hooks/pre-commit",
  how: before === null ? "created" : "extended",
  before,
  after,
  madeFolder: false,
});
const wired = (path: string, after = "sha256:1"): WiredRecord => ({ path, before: null, after });
const record: InstallRecord = {
  v: 1,
  at: "first",
  created: ["a"],
  messageHook: null,
  hook: hook("sha256:1"),
  wired: [wired(".claude/settings.json")],
  folders: [".claude"],
  excluded: [],
};
const creating = (path: string) => ({ action: "create", path, file: `/r/${path}`, content: "", mode: 0o644 }) as const;
const nothing = { sidecar: [], hook: null, messageHook: null, wiring: noWiring };

describe("the record of what init did", () => {
  it("is the same after a second time", () => {
    const idle = {
      sidecar: [{ action: "keep", path: "a", file: "/r/a" }],
      hook: { changes: [], record: null },
      messageHook: null,
      wiring: noWiring,
    } as const;
    expect(mergeRecord(record, idle, "second")).toEqual(record);
  });

  it("keeps the original hook when the block is renewed", () => {
    const plan = { ...nothing, hook: { changes: [], record: hook("sha256:2", null) } };
    expect(mergeRecord(record, plan, "second").hook).toEqual({ ...record.hook, after: "sha256:2" });
  });

  it("grows by what was missing", () => {
    expect(mergeRecord(record, { ...nothing, sidecar: [creating("0")] }, "second").created).toEqual(["0", "a"]);
  });

  it("keeps the agents that were wired before, in an order of its own", () => {
    const wiring = {
      ...noWiring,
      wired: [wired(".mcp.json"), wired(".claude/settings.json", "sha256:2")],
      folders: [".codex", ".claude"],
    };
    const merged = mergeRecord(
      { ...record, wired: [wired("z.json"), ...record.wired] },
      { ...nothing, wiring },
      "second",
    );
    expect(merged.wired.map(({ path, after }) => [path, after])).toEqual([
      [".claude/settings.json", "sha256:2"],
      [".mcp.json", "sha256:1"],
      ["z.json", "sha256:1"],
    ]);
    expect(merged.folders).toEqual([".claude", ".codex"]);
  });
});

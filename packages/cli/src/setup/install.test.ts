import { describe, expect, it } from "vitest";
import { mergeRecord } from "./install.ts";
import type { HookRecord, InstallRecord } from "./record.ts";

const hook = (after: string, before: HookRecord["before"] = { mode: 0o755, content: "b3duCg==" }): HookRecord => ({
  file: "/r/.git/hooks/pre-commit",
  how: before === null ? "created" : "extended",
  before,
  after,
  madeFolder: false,
});
const record: InstallRecord = { v: 1, at: "first", created: ["a"], hook: hook("sha256:1") };
const creating = (path: string) => ({ action: "create", path, file: `/r/${path}`, content: "", mode: 0o644 }) as const;

describe("the record of what init did", () => {
  it("is the same after a second time", () => {
    const idle = {
      sidecar: [{ action: "keep", path: "a", file: "/r/a" }],
      hook: { changes: [], record: null },
    } as const;
    expect(mergeRecord(record, idle, "second")).toEqual(record);
  });

  it("keeps the original hook when the block is renewed", () => {
    const renewed = mergeRecord(
      record,
      { sidecar: [], hook: { changes: [], record: hook("sha256:2", null) } },
      "second",
    );
    expect(renewed.hook).toEqual({ ...record.hook, after: "sha256:2" });
  });

  it("grows by what was missing", () => {
    expect(mergeRecord(record, { sidecar: [creating("0")], hook: null }, "second").created).toEqual(["0", "a"]);
  });
});

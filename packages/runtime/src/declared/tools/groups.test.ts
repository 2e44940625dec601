import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { dropGroup, killGroup, startGroup } from "./groups.ts";

const heard = () => process.listenerCount("SIGINT");

describe.skipIf(process.platform === "win32")("a group of processes", () => {
  it("is listened for before its leader starts, so that no signal finds it unknown", async () => {
    const before = heard();
    let whileStarting = before;
    const leader = startGroup(() => {
      whileStarting = heard();
      return spawn("sleep", ["61"], { detached: true, stdio: "ignore" });
    });
    expect({ whileStarting, after: heard() }).toEqual({ whileStarting: before + 1, after: before + 1 });
    killGroup(leader.pid ?? 0, "SIGKILL");
    expect(await once(leader, "exit")).toEqual([null, "SIGKILL"]);
    dropGroup(leader.pid ?? 0);
    expect(heard()).toBe(before);
  });

  it("that never started leaves nobody listening", () => {
    const before = heard();
    const broken = () => {
      throw new Error("no such program");
    };
    expect(() => startGroup(broken)).toThrow("no such program");
    expect(heard()).toBe(before);
  });
});

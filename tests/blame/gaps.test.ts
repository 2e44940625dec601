import { describe, expect, it } from "vitest";
import { openBed, unclaimed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const between = "const later = between(3);";

describe("a line that came between calls is", () => {
  it("a person's, when nothing says otherwise", async () => {
    const bed = await openBed();
    const made = await bed.write("src/a.ts", one);
    bed.put("src/a.ts", [...one, between]);
    expect(await bed.who("src/a.ts", { made })).toEqual(["made", "made", "human"]);
    const next = await bed.write("src/a.ts", [...one, between, "const last = 1234567;"]);
    expect(await bed.who("src/a.ts", { made, next })).toEqual(["made", "made", "human", "next"]);
  });

  it.each([
    ["a call that failed had changed the file", "failed", "changed-before-it-failed"],
    ["a command changed the file out of its scope", "strayed", "U-1"],
    ["nobody knows by whom", "drifted", "concurrent"],
  ] as const)("nobody's, when %s", async (why, decision, reason) => {
    const bed = await openBed();
    const made = await bed.write("src/a.ts", one);
    await bed.writ.decisions.append(unclaimed(decision, "src/a.ts", { reason }));
    bed.put("src/a.ts", [...one, between]);
    expect(await bed.who("src/a.ts", { made })).toEqual(["made", "made", "unknown"]);
    expect((await bed.lines("src/a.ts"))[2]).toMatchObject({
      trace: null,
      intent: null,
      why: expect.stringContaining(why),
    });
  });

  it("a person's, when it was git that moved", async () => {
    const bed = await openBed();
    const made = await bed.write("src/a.ts", one);
    await bed.writ.decisions.append({
      id: "00000000-0000-4000-8000-00000000dddd",
      timestamp: new Date().toISOString(),
      decision: "drifted",
      agent: "claude-code",
      session: "s",
      intent: null,
      paths: ["src/a.ts"],
      reason: "head-moved",
      metadata: {},
    });
    bed.put("src/a.ts", [...one, between]);
    expect(await bed.who("src/a.ts", { made })).toEqual(["made", "made", "human"]);
  });

  it("a person's, when it was committed before", async () => {
    const bed = await openBed();
    bed.put("src/a.ts", one);
    bed.git("add", "-A");
    bed.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", "first", "--date=2020-01-01T00:00:00Z");
    await new Promise((done) => setTimeout(done, 1_100));
    await bed.writ.decisions.append({
      id: "00000000-0000-4000-8000-00000000dddd",
      timestamp: new Date().toISOString(),
      decision: "strayed",
      agent: "claude-code",
      session: "s",
      intent: null,
      paths: ["src/a.ts"],
      metadata: {},
    });
    bed.put("src/a.ts", [...one, between]);
    expect(await bed.who("src/a.ts")).toEqual(["human", "human", "unknown"]);
  });

  it("nobody's, whatever date its commit has, when it came after the commit that is on record", async () => {
    const bed = await openBed();
    const commit = (message: string) => {
      bed.git("add", "-A");
      bed.git("-c", "core.hooksPath=/dev/null", "commit", "-qm", message);
    };
    bed.put("src/a.ts", one);
    commit("first");
    await bed.writ.decisions.append({
      id: "00000000-0000-4000-8000-00000000dddd",
      // As if the next commit had been dated back.
      timestamp: new Date(Date.now() + 60_000).toISOString(),
      decision: "strayed",
      agent: "claude-code",
      session: "s",
      intent: null,
      paths: ["src/a.ts"],
      revision: bed.git("rev-parse", "HEAD").trim(),
      metadata: {},
    });
    bed.put("src/a.ts", [...one, between]);
    commit("second");
    expect(await bed.who("src/a.ts")).toEqual(["human", "human", "unknown"]);
  });

  it("nobody's, while something an agent left running may have written it", async () => {
    const bed = await openBed();
    const made = await bed.write("src/a.ts", one);
    const [session] = await bed.writ.sessions.list();
    const job = { pid: process.pid, started: "", since: new Date().toISOString() };
    await bed.writ.sessions.update(
      session?.id ?? "",
      () => {
        throw new Error("the session is not there");
      },
      (stored) => ({ ...stored, background: [job] }),
    );
    await new Promise((done) => setTimeout(done, 20));
    bed.put("src/a.ts", [...one, between]);
    expect(await bed.who("src/a.ts", { made })).toEqual(["made", "made", "unknown"]);
    const next = await bed.write("src/a.ts", [...one, between, "const last = 1234567;"]);
    expect(await bed.who("src/a.ts", { made, next })).toEqual(["made", "made", "unknown", "next"]);
  });
});

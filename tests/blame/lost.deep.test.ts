import { join } from "node:path";
import type { Event, EventName } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { type Bed, cloneBed, openBed } from "./bed.ts";

const one = ["const alpha = first(1);", "const beta = second(2);"];
const lost = "const lost = gone(3);";
const later = "const later = after(4);";
const session = { id: "S-1", agent: "claude-code" as const };

/** A session of Claude Code whose events are sent one by one, so that some can be left out. */
async function openAgent(bed: Bed) {
  let calls = 0;
  await bed.writ.select(session, "INT-001", "library");
  const event = (name: EventName, request?: Event["request"]): Event => ({
    name,
    at: new Date().toISOString(),
    session,
    cwd: bed.root,
    ...(request !== undefined && { request }),
  });
  const begin = async (path: string, lines: readonly string[]) => {
    calls += 1;
    const file = join(bed.root, path);
    const read = { tool: "Read", input: { file_path: file }, callId: `read-${calls}` };
    await bed.writ.before(event("tool.before", read));
    await bed.writ.after(event("tool.after", read));
    const content = lines.map((line) => `${line}\n`).join("");
    const request = { tool: "Write", input: { file_path: file, content }, callId: `call-${calls}` };
    const { verdict } = await bed.writ.before(event("tool.before", request));
    if (verdict.kind !== "pass") throw new Error(JSON.stringify(verdict));
    return () => bed.writ.after(event("tool.after", request));
  };
  return {
    begin,
    async write(path: string, lines: readonly string[]) {
      const end = await begin(path, lines);
      bed.put(path, lines);
      return (await end()).trace?.id ?? "none";
    },
    /** The end of a call nobody saw begin. */
    endOf: (path: string) =>
      bed.writ.after(event("tool.after", { tool: "Write", input: { file_path: path, content: "" }, callId: "late" })),
    stop: () => bed.writ.hear(event("turn.end")),
  };
}

async function startedBed() {
  const bed = await openBed();
  bed.put("src/a.ts", one);
  await bed.commit();
  // Git counts in seconds.
  await new Promise((done) => setTimeout(done, 1_100));
  return { bed, agent: await openAgent(bed) };
}

const expected = ["human", "human", "unknown"];

describe("what was written in a call whose end nobody heard of is nobody's", () => {
  it("while the call may still run, when the turn ends, and in a clone", async () => {
    const { bed, agent } = await startedBed();
    await agent.begin("src/a.ts", [...one, lost]);
    bed.put("src/a.ts", [...one, lost]);
    expect(await bed.who("src/a.ts")).toEqual(expected);
    await agent.stop();
    expect(await bed.who("src/a.ts")).toEqual(expected);
    await bed.commit();
    expect(await bed.who("src/a.ts")).toEqual(expected);
    expect(await (await cloneBed(bed)).who("src/a.ts")).toEqual(expected);
  });

  it("also under the name the file was given since", async () => {
    const { bed, agent } = await startedBed();
    await agent.begin("src/a.ts", [...one, lost]);
    bed.put("src/a.ts", [...one, lost]);
    bed.git("mv", "src/a.ts", "src/b.ts");
    expect(await bed.who("src/b.ts")).toEqual(expected);
    bed.git("mv", "src/b.ts", "src/a.ts");
    await agent.stop();
    bed.git("mv", "src/a.ts", "src/b.ts");
    expect(await bed.who("src/b.ts")).toEqual(expected);
    await bed.commit();
    expect(await bed.who("src/b.ts")).toEqual(expected);
    expect(await (await cloneBed(bed)).who("src/b.ts")).toEqual(expected);
  });

  it("also where the file is new", async () => {
    const { bed, agent } = await startedBed();
    await agent.begin("src/b.ts", [lost]);
    bed.put("src/b.ts", [lost]);
    await agent.stop();
    expect(await bed.who("src/b.ts")).toEqual(["unknown"]);
  });

  it("also where the next call found it there before the turn ended", async () => {
    const { bed, agent } = await startedBed();
    await agent.begin("src/a.ts", [...one, lost]);
    bed.put("src/a.ts", [...one, lost]);
    const next = await agent.write("src/a.ts", [...one, lost, later]);
    expect(await bed.who("src/a.ts", { next })).toEqual([...expected, "next"]);
    await agent.stop();
    expect(await bed.who("src/a.ts", { next })).toEqual([...expected, "next"]);
    await bed.commit();
    expect(await (await cloneBed(bed)).who("src/a.ts", { next })).toEqual([...expected, "next"]);
  });

  it("also where nobody heard of its beginning", async () => {
    const { bed, agent } = await startedBed();
    bed.put("src/a.ts", [...one, lost]);
    await agent.endOf("src/a.ts");
    expect(await bed.who("src/a.ts")).toEqual(expected);
  });
});

describe("a call that its person said no to makes nothing unknown", () => {
  it("where the file stayed as it was", async () => {
    const { bed, agent } = await startedBed();
    bed.put("src/a.ts", [...one, later]);
    await agent.begin("src/a.ts", [...one, lost]);
    await agent.stop();
    expect(await bed.who("src/a.ts")).toEqual(["human", "human", "human"]);
  });

  it("where the next call found it as it was", async () => {
    const { bed, agent } = await startedBed();
    bed.put("src/a.ts", [...one, later]);
    await agent.begin("src/a.ts", [...one, lost]);
    const next = await agent.write("src/a.ts", [...one, later, lost]);
    await agent.stop();
    expect(await bed.who("src/a.ts", { next })).toEqual(["human", "human", "human", "next"]);
  });
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  openMemoryDecisions,
  openMemoryGrants,
  openMemoryIntents,
  openMemoryLines,
  openMemorySessions,
  openMemoryState,
  openMemoryTickets,
  openMemoryTraces,
} from "@writ/stores";
import { anIntent, scratch } from "@writ/testkit";
import { expect, it, onTestFinished } from "vitest";
import { createWrit } from "./create-writ.ts";

/** One governed write in a world where nothing is left to chance. */
async function play(root: string) {
  let count = 0;
  const writ = await createWrit(root, {
    now: () => "2026-11-15T10:00:00.000Z",
    id: () => {
      count += 1;
      return `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
    },
    head: async () => ({ revision: "c0ffee", branch: "main" }),
    stores: {
      intents: openMemoryIntents([anIntent({ ownedScope: ["src/**"] })]),
      sessions: openMemorySessions(),
      tickets: openMemoryTickets(),
      grants: openMemoryGrants(),
      state: openMemoryState(),
      lines: openMemoryLines(),
      traces: openMemoryTraces(),
      decisions: openMemoryDecisions(),
    },
  });
  const event = (name: "tool.before" | "tool.after") => ({
    name,
    at: "2026-11-15T10:00:00.000Z",
    session: { id: "s", agent: "library" as const },
    cwd: root,
    request: { tool: "write_to_file", input: { path: "src/a.ts", content: "2\n" }, callId: "c" },
  });
  await writ.select({ id: "s", agent: "library" }, "INT-001", "library");
  writeFileSync(join(root, "src/a.ts"), "1\n");
  await writ.before(event("tool.before"));
  writeFileSync(join(root, "src/a.ts"), "2\n");
  await writ.after(event("tool.after"));
  const [trace] = await writ.traces.last(1);
  await writ.close();
  return trace?.record;
}

it("the same world gives the same record, with clock, ids, git and stores handed in", async () => {
  const repo = scratch({ "src/a.ts": "1\n" });
  onTestFinished(() => repo.remove());
  const [first, second] = [await play(repo.root), await play(repo.root)];
  expect(first?.vcs.revision_id).toBe("c0ffee");
  const writer = { writer: "any" };
  expect({ ...first, metadata: { ...first?.metadata, ...writer } }).toEqual({
    ...second,
    metadata: { ...second?.metadata, ...writer },
  });
});

import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { type Bed, ok } from "./cli-bed.ts";
import { governed, startAgent } from "./harness.ts";

const id = "5f0c6f0e-1a2b-4c3d-8e9f-0123456789ab";

/** A conversation with Claude Code in `src/`, a minute ago, in a repository that was set up before. */
async function withConversation(): Promise<Bed> {
  const bed = await governed();
  const record = join(bed.root, ".orchestration/.state/install.json");
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const install = { v: 1, created: [], hook: null, ...readJson(record), at: hourAgo };
  writeFileSync(record, JSON.stringify(install));
  const place = join(bed.root, "src").replace(/\W|_/g, "-");
  const file = join(bed.env.HOME ?? "", ".claude/projects", place, `${id}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  mkdirSync(join(bed.root, "src"), { recursive: true });
  writeFileSync(file, "what was said is nobody's business\n");
  const minuteAgo = Date.now() / 1000 - 60;
  utimesSync(file, minuteAgo, minuteAgo);
  return bed;
}

function readJson(file: string): object {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

const told = `Claude Code had a conversation here (${id}) that none of its hooks told of`;
const countIn = (text: string): number => text.split(told).length - 1;
const said = async (bed: Bed, ...words: string[]) => (await bed.writ(words)).out.replace(/\s+/g, " ");

it("status and doctor report a session without hooks, each in one place", async () => {
  const bed = await withConversation();
  expect(countIn(await said(bed, "status"))).toBe(1);
  expect(JSON.parse(await ok(bed.writ(["status", "--json"]))).unheard).toMatchObject([{ agent: "claude-code" }]);
  expect(countIn(await said(bed, "doctor"))).toBe(1);
});

it("the next session of any agent reports it, once", async () => {
  const agent = startAgent(await withConversation());
  const first = await agent.session("s-1").start();
  expect(countIn(first.out)).toBe(1);
  expect(countIn((await agent.session("s-2").start()).out)).toBe(0);
});

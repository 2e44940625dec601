import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { parse } from "yaml";
import { type Bed, json, ok } from "./cli-bed.ts";
import { type Agent, type Ended, governed, type Heard, type Start, startAgent, tracesIn } from "./harness.ts";

const killAt = fileURLToPath(new URL("kill-at.cjs", import.meta.url));
/** What keeps a process from living past its n-th change of the disk. */
export const dyingAt = (n: number) => ({ node: ["--require", killAt], env: { KILL_AT: String(n) } });
/** Whether it ended that way. */
export const wasKilled = ({ signal }: Ended) => signal === "SIGKILL";

/** Two intents that nobody has taken up yet. */
export const intents = `# ours
active_intents:
  - {id: INT-001, name: Work, status: PENDING, owned_scope: ["src/**", package.json]}
  - {id: INT-002, name: More, status: PENDING, owned_scope: ["src/**"]}
`;
const config = "assurance: {sensitive: script}\n";

/** A repository, an agent, and a person at another terminal. */
export async function bedOfKills() {
  const bed = await governed({ "package.json": "{}\n" }, { intents, config });
  const agent = startAgent(bed);
  const terminal = startAgent(bed);
  const person = (args: readonly string[], start: Start = {}) =>
    terminal.writ(args, { ...start, env: { CLAUDECODE: "", ...start.env } });
  return { bed, agent, person };
}

/** Sends one event of a session, perhaps to a hook that dies. */
export function send(
  agent: Agent,
  bed: Bed,
  session: string,
  event: string,
  fields: object,
  start: Start = {},
): Promise<Ended> {
  const payload = { session_id: session, cwd: bed.root, hook_event_name: event, ...fields };
  return agent.hook(event, JSON.stringify(payload), start);
}

/** A call that writes a file. */
export const writing = (bed: Bed, path: string, content: string, id: string) => ({
  tool_name: "Write",
  tool_input: { file_path: join(bed.root, path), content },
  tool_use_id: id,
});
/** A call that takes up an intent. */
export const selecting = (intent: string, id: string) => ({
  tool_name: "mcp__writ__select_active_intent",
  tool_input: { intent_id: intent },
  tool_use_id: id,
});
/** The ticket a refusal speaks of. */
export const ticketOf = ({ error }: Heard): string => String(error?.meta.ticket);

/** Everything a person or a program reads in the sidecar can be read. */
export function expectReadable(root: string): void {
  const place = join(root, ".orchestration");
  for (const entry of readdirSync(place, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // Names that begin with a dot are drafts nobody reads, and what was set aside is there to be looked at.
    if (!entry.isFile() || /\/(?:\.(?!state\/)|quarantine\/)/.test(path.slice(place.length))) continue;
    const text = readFileSync(path, "utf8");
    // What follows the first line is its checksum or its seal.
    const body = /^[[{]\s*\n/.test(text) ? text : (text.split("\n")[0] ?? "");
    if (path.endsWith(".json")) expect(() => JSON.parse(body), path).not.toThrow();
    if (path.endsWith(".yaml")) expect(() => parse(text), path).not.toThrow();
    if (path.endsWith(".jsonl")) {
      for (const line of text.trimEnd().split("\n")) expect(() => JSON.parse(line), path).not.toThrow();
    }
  }
}

/** Nobody has to mend anything: calls work, records are whole, and the doctor is content. */
export async function expectSound(bed: Bed, agent: Agent): Promise<void> {
  const claude = agent.session("the one after");
  expect((await claude.select("INT-001")).says).toBe("pass");
  expect((await claude.write("src/after.ts", `${tracesIn(bed.root).length}\n`)).says).toBe("pass");
  expect((await claude.write("elsewhere.ts", "x\n")).says).toBe("SCOPE_VIOLATION");
  await claude.end();
  expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true, problems: [] });
  expect(await ok(bed.writ(["doctor"]))).not.toContain("error ");
  expect(await ok(bed.writ(["intent", "validate"]))).toMatch(/Sound|Usable/);
  expectReadable(bed.root);
  // Half a file of a process that died is nothing to commit.
  expect(bed.git("status", "--porcelain", "--untracked-files=all")).not.toMatch(/\.tmp$/m);
}

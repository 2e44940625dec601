import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DecisionKind, DecisionRecord, Event, EventName, TraceRecord } from "@writ/contracts";
import { scratch, twoIntents } from "@writ/testkit";
import { onTestFinished } from "vitest";
import { createWrit } from "../../packages/runtime/src/create-writ.ts";
import { sha256 } from "../../packages/runtime/src/hash.ts";
import { asOwnChange } from "../../packages/runtime/src/snapshot/alarms/own-change.ts";
import type { Recorded, Writ } from "../../packages/runtime/src/writ.ts";

/** What is in the repository to begin with. */
const files = {
  "src/auth/jwt.ts": "one\ntwo\nthree\n",
  "src/billing/invoice.ts": "total\n",
  "README.md": "hello\n",
  ".gitignore": "dist/\n.env\n",
};

/** A guarded repository whose `make` is a runner, and a session of an agent in it. */
export async function openBed(config = "") {
  const text = `runners: [make]\n${config}`;
  const repo = scratch(files, twoIntents);
  onTestFinished(() => repo.remove());
  repo.write(".orchestration/config.yaml", text);
  repo.write(".orchestration/.gitignore", "*.jsonl\nintent_map.md\n.state/\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "start");
  const writ = await createWrit(repo.root);
  onTestFinished(() => writ.close());
  await writ.state.trust("config", sha256(text));
  const session = sessionIn(writ, repo.root, "S-1");
  await writ.select({ id: "S-1", agent: "claude-code" }, "INT-001", "library");
  repo.git("commit", "-qam", "selected");
  return {
    ...repo,
    writ,
    ...session,
    other: (id: string) => sessionIn(writ, repo.root, id),
    /** Runs a line of sh in the repository. */
    sh: (line: string) => execFileSync("sh", ["-c", line], { cwd: repo.root, encoding: "utf8" }),
    put: (path: string, content: string) => writeFileSync(join(repo.root, path), content),
    /** What a user's command changes in the guard's files. */
    asUser: (work: () => unknown) => asOwnChange(repo.root, async () => void (await work())),
    decisions: (kind: DecisionKind) => decisionsOf(writ, kind),
    traces: () => tracesOf(writ),
  };
}

let calls = 0;

function sessionIn(writ: Writ, root: string, id: string) {
  const event = (name: EventName, command: string, callId: string): Event => ({
    name,
    at: new Date().toISOString(),
    session: { id, agent: "claude-code" },
    cwd: root,
    request: { tool: "Bash", input: { command }, callId },
  });
  const begin = async (command: string) => {
    calls += 1;
    const callId = `call-${calls}`;
    const { verdict } = await writ.before(event("tool.before", command, callId));
    if (verdict.kind !== "pass") throw new Error(`refused: ${JSON.stringify(verdict)}`);
    return (name: "tool.after" | "tool.failed" = "tool.after"): Promise<Recorded> =>
      writ.after(event(name, command, callId));
  };
  return {
    begin,
    /** Before, what the command does, after. */
    async call(work: () => unknown, command = "make"): Promise<Recorded> {
      const end = await begin(command);
      await work();
      return end();
    },
    end: () => writ.endTurn(event("turn.end", "", "")),
    endSession: () => writ.endSession(event("session.end", "", "")),
  };
}

async function decisionsOf({ decisions }: Writ, kind: DecisionKind): Promise<DecisionRecord[]> {
  const found: DecisionRecord[] = [];
  for await (const { record } of decisions.read()) if (record.decision === kind) found.push(record);
  return found;
}

async function tracesOf({ traces }: Writ): Promise<TraceRecord[]> {
  const found: TraceRecord[] = [];
  for await (const { record } of traces.read()) found.push(record);
  return found;
}

import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createWrit, type Decision, sha256, type Writ } from "@writ/runtime";
import { diskFolder } from "@writ/testkit";
import { expect, onTestFinished } from "vitest";

/** A workspace with an agent in it whose clock can be turned, and a person who can be asked. */
export interface World {
  readonly root: string;
  readonly writ: Writ;
  put(path: string, content: string, mode?: number): void;
  /** Turns the clock on. */
  wait(minutes: number): void;
  /** A session of an agent; it has taken up the intent unless told otherwise. */
  session(id: string, intent?: string | null, parent?: string): Promise<Hand>;
}

/** What an agent does in one session. */
export interface Hand {
  readonly id: string;
  /** Asks before a tool. */
  before(tool: string, input: unknown): Promise<Decision>;
  /** Asks before a command. */
  bash(command: string, cwd?: string): Promise<Decision>;
  /** Asks, does it if it may, and says so. */
  call(tool: string, input: unknown, work: () => void): Promise<Decision>;
  write(path: string, content: string): Promise<Decision>;
  read(path: string): Promise<void>;
  select(intent: string): Promise<unknown>;
}

const intents = `active_intents:
  - {id: INT-001, name: Login, status: IN_PROGRESS, owned_scope: ["src/auth/**", "scripts/**", package.json, Makefile]}
  - {id: INT-002, name: Other, status: IN_PROGRESS, owned_scope: ["src/**", "scripts/**"]}
`;
const runners = "runners:\n  - npm test\n  - npm run build\n  - make check\n";

/** Opens one; `config` is trusted. */
export async function openWorld({ config = runners }: { config?: string } = {}): Promise<World> {
  const root = diskFolder("writ-approvals-");
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));
  const put = (path: string, content: string, mode?: number) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
    if (mode !== undefined) chmodSync(join(root, path), mode);
  };
  put(".orchestration/active_intents.yaml", intents);
  put(".orchestration/config.yaml", config);
  put("src/auth/a.ts", "export const a = 1;\n");
  put("src/billing/a.ts", "export const b = 1;\n");
  put("deploy", "#!/bin/sh\necho deployed\n", 0o755);
  let now = Date.parse("2026-11-15T10:00:00.000Z");
  const writ = await createWrit(root, { now: () => new Date(now++).toISOString() });
  onTestFinished(() => writ.close());
  // The state is made by whoever reads the config first.
  await writ.readConfig();
  await writ.state.trust("config", sha256(config));
  return {
    root,
    writ,
    put,
    wait: (minutes) => {
      now += minutes * 60_000;
    },
    async session(id, intent = "INT-001", parent) {
      const hand = handOf({ root, writ, put }, id, parent);
      if (intent !== null) await hand.select(intent);
      return hand;
    },
  };
}

function handOf({ root, writ, put }: Pick<World, "root" | "writ" | "put">, id: string, parent?: string): Hand {
  const session = { id, agent: "claude-code" as const, ...(parent === undefined ? {} : { parent }) };
  let calls = 0;
  const event = (name: "tool.before" | "tool.after", tool: string, input: unknown, cwd = root) => ({
    name,
    at: "2026-11-15T10:00:00.000Z",
    session,
    cwd,
    request: { tool, input, callId: `${id}-${calls}` },
  });
  const hand: Hand = {
    id,
    async before(tool, input) {
      calls++;
      return writ.before(event("tool.before", tool, input));
    },
    async bash(command, cwd) {
      calls++;
      return writ.before(event("tool.before", "Bash", { command }, cwd));
    },
    async call(tool, input, work) {
      const decision = await hand.before(tool, input);
      if (!passes(decision)) return decision;
      work();
      await writ.after(event("tool.after", tool, input));
      return decision;
    },
    write: (path, content) =>
      hand.call("Write", { file_path: join(root, path), content }, () => {
        put(path, content);
      }),
    async read(path) {
      await hand.call("Read", { file_path: join(root, path) }, () => {});
    },
    select: (intent) => writ.select(session, intent, "library"),
  };
  return hand;
}

/** Whether a call may go on. */
export const passes = ({ verdict }: Decision): boolean => verdict.kind === "pass" || verdict.kind === "allow";

/** What was said: `pass`, or the code of the refusal. */
export function said({ verdict }: Decision): string {
  return verdict.kind === "ask" || verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
}

/** The ticket of a question. */
export function ticketOf(decision: Decision): string {
  expect(said(decision)).toBe("APPROVAL_REQUIRED");
  return decision.ticket?.id ?? "";
}

/** The person says yes, at a terminal. */
export const approve = (writ: Writ, decision: Decision) =>
  writ.answer(ticketOf(decision), { approved: true, by: "ada", assurance: "tty" });

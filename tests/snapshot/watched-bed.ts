import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Event, EventName } from "@writ/contracts";
import { expect } from "vitest";
import { openWorkspace } from "../../packages/runtime/src/create-writ.ts";
import { acknowledge, openAlarms } from "../../packages/runtime/src/snapshot/alarms/alarm-book.ts";
import { asOwnChange } from "../../packages/runtime/src/snapshot/alarms/own-change.ts";
import { openBed } from "./bed.ts";

export const intents = ".orchestration/active_intents.yaml";
const settings = '{"hooks":{"PreToolUse":[{"command":".orchestration/writ.sh claude-code PreToolUse"}]}}\n';

/** The open alarms. */
export const told = async (root: string) => (await openAlarms(root)).map(({ path, what }) => `${what} ${path}`);

/** Widens a scope in place: a word of the same length, so that the file keeps its size. */
export const widen = `sed 's#src/auth/\\*\\*#src/\\*\\*/\\*.\\*#' ${intents}`;

/** A bed whose session has met Writ, with one event of any kind at a time. */
export async function openWatched() {
  const bed = await openBed();
  const { root, writ } = bed;
  let calls = 0;
  const event = (name: EventName, tool?: string, input: unknown = {}): Event => {
    calls += 1;
    const request = tool === undefined ? {} : { request: { tool, input, callId: `watched-${calls}` } };
    return {
      name,
      at: new Date().toISOString(),
      session: { id: "S-1", agent: "claude-code" },
      cwd: root,
      ...request,
    } as Event;
  };
  const write = async (path: string) => {
    const made = event("tool.before", "Write", { file_path: join(root, path), content: "x\n" });
    const { verdict } = await writ.before(made);
    return verdict.kind === "deny" ? verdict.problem.code : verdict.kind;
  };
  const read = async () => writ.before(event("tool.before", "Read", { file_path: join(root, "README.md") }));
  mkdirSync(join(root, ".claude"));
  await asOwnChange(root, async () => bed.put(".claude/settings.json", settings));
  // Settled: nothing was written so shortly before the look that it could have been written again unseen.
  bed.sh("sleep 0.2");
  await read();
  expect(await write("src/auth/new.ts")).toBe("pass");
  return { ...bed, event, write, read };
}

export const acknowledgeAll = async ({ root, writ }: Awaited<ReturnType<typeof openWatched>>) => {
  const { ports } = await openWorkspace(root);
  await acknowledge(writ, ports, await openAlarms(root), { by: "p", assurance: "tty" });
};

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DecisionRecord, Reply, TraceRecord } from "@writ/contracts";
import { answer } from "../../packages/cli/src/hook/answer.ts";
import type { GovernedWorld } from "./governed-world.ts";
import { jsonIn, prose } from "./neutral-values.ts";

/** A hook as an agent starts it, and what comes on its stdin. */
export interface Question {
  readonly agent: string;
  readonly event: string;
  readonly marks?: Readonly<Record<string, string>>;
  /** `undefined` for a payload that cannot be read: empty, cut off, too large or no JSON. */
  readonly payload: unknown;
}

/** Asks the code that the hook bundle and the daemon run, and gives its answer as the baseline keeps it. */
export async function replyTo(world: GovernedWorld, { agent, event, marks = {}, payload }: Question): Promise<object> {
  const already = { decisions: decisionsIn(world).length, traces: tracesIn(world).length };
  const request = {
    agent,
    event,
    cwd: world.root,
    project: world.root,
    marks: { HOME: world.home, ...marks },
    parent: 0,
  };
  const reply = await answer(request, async () => payload, { isUsual: false });
  const decisions = decisionsIn(world).slice(already.decisions);
  const traces = tracesIn(world).slice(already.traces);
  return {
    ...plainReply(world, reply),
    ...(decisions.length > 0 && {
      decisions: decisions.map((one) =>
        [one.decision, ...("code" in one && one.code !== undefined ? [one.code] : [])].join(" "),
      ),
    }),
    ...(traces.length > 0 && { traces: traces.flatMap((one) => one.files.map((file) => file.relative_path)) }),
  };
}

function plainReply(world: GovernedWorld, { exitCode, stdout, stderr }: Reply): object {
  const json = jsonIn(stdout);
  return {
    exit: exitCode,
    ...(json !== undefined && { reply: world.neutral(json) }),
    ...(json === undefined && stdout !== "" && { stdout: prose(stdout) }),
    ...(stderr !== "" && { stderr: prose(stderr) }),
  };
}

const decisionsIn = (world: GovernedWorld) => recordsIn<DecisionRecord>(world, "decisions.jsonl");
const tracesIn = (world: GovernedWorld) => recordsIn<TraceRecord>(world, "agent_trace.jsonl");

function recordsIn<T>({ root }: GovernedWorld, name: string): T[] {
  const file = join(root, ".orchestration", name);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

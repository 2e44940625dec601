import type { Event, Outcome, SessionRef } from "@writ/contracts";
import { fail, ProblemError } from "@writ/contracts";
import type { Decision, Writ } from "@writ/runtime";
import type { ProcessRef } from "../process-tree.ts";
import { type Changed, carryOut } from "./carry-out.ts";
import { hashOf } from "./plan.ts";

/** What a tool call came to. */
export type Result = { answer: string } | { changed: Changed[] };

/** One tool call that reached the server. */
export interface Request {
  tool: string;
  /** Verbatim: the policies see all the agent said. */
  input: unknown;
  /** The call's own id. */
  id: string;
  session: SessionRef;
  signal: AbortSignal;
  /** The processes that started the server, nearest first. */
  parents: readonly ProcessRef[];
}

function eventOf(writ: Writ, { tool, input, id, session }: Request, name: Event["name"], outcome?: Outcome): Event {
  const request = { tool, input, callId: id };
  const at = new Date().toISOString();
  return { name, at, session, cwd: writ.root, request, ...(outcome === undefined ? {} : { outcome }) };
}

/** The verdict as an answer, or what is left to be done. Nobody can be asked here: a question is a refusal with a ticket. */
function admitted(decision: Decision): Result | null {
  const { verdict, answer } = decision;
  if (verdict.kind === "deny" || verdict.kind === "ask") throw new ProblemError(verdict.problem);
  if (answer !== undefined) return { answer };
  return null;
}

/** Writes what was judged, while no other process of Writ's writes these files. */
async function execute(writ: Writ, { call, facts }: Decision, signal: AbortSignal): Promise<Changed[]> {
  if (facts === null) throw fail("HOOK_INTERNAL_ERROR", { hook: "writ mcp", reason: "there are no facts" });
  const files = Object.values(facts.files);
  // Read now, before anybody is waited for: a file's hash is worked out when it is first asked for.
  for (const fact of files) hashOf(fact);
  const release = await writ.hold(files.map(({ path }) => path));
  try {
    return await carryOut(writ.root, call, facts, signal);
  } finally {
    await release();
  }
}

/** An edit that does not fit, or came too late, was no attempt that failed: nobody need learn from it. */
const isFailure = (error: unknown): boolean =>
  !(error instanceof ProblemError) || error.problem.code === "STORE_FAILED";

/** A call that no hook saw: judged, done and recorded here, as the hooks of an agent would have it. */
async function governed(writ: Writ, request: Request): Promise<Result> {
  const decision = await writ.before(eventOf(writ, request, "tool.before"));
  const answered = admitted(decision);
  if (answered !== null) return answered;
  const began = performance.now();
  const end = (status: "ok" | "failed" | "blocked") => {
    const outcome = { status, durationMs: Math.round(performance.now() - began) };
    return writ.hear(eventOf(writ, request, status === "ok" ? "tool.after" : "tool.failed", outcome));
  };
  let changed: Changed[];
  try {
    changed = await execute(writ, decision, request.signal);
  } catch (error) {
    await end(isFailure(error) ? "failed" : "blocked");
    throw error;
  }
  await end("ok");
  return { changed };
}

/** Does one call, unless Writ has something against it. Throws the problem then. */
export async function govern(writ: Writ, request: Request, begin: () => Promise<void>): Promise<Result> {
  const adopted = await writ.adopt(eventOf(writ, request, "tool.before"), request.parents);
  if (adopted !== null) {
    return admitted(adopted) ?? { changed: await execute(writ, adopted, request.signal) };
  }
  await begin();
  return governed(writ, request);
}

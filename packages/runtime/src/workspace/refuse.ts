import { join } from "node:path";
import type { Problem, ProblemCode, Verdict } from "@writ/contracts";
import { differencePreview, expectedText, refusalWrites } from "@writ/engine";
import { apply } from "./apply.ts";
import { withDenied } from "./denied.ts";
import { contentOf, readBytes } from "./files.ts";
import { freshSession } from "./gather.ts";
import type { Prepared, Workspace } from "./types.ts";

/** How many equal refusals in a row end in one clear instruction (design 6). */
const patience = 3;

/** Two questions are the same when one answer would serve both: another command is another ticket. */
const signature = ({ code, meta }: Problem): string => `${code} ${String(meta.path ?? meta.ticket ?? meta.tool ?? "")}`;

const anIntent = (): string => "writ intent list (and if none fits: writ intent add)";

/** The one command with which a person resolves it; for the rest `writ status` says more. */
const commands: Partial<Record<ProblemCode, (meta: Problem["meta"]) => string>> = {
  NO_ACTIVE_INTENT: anIntent,
  INTENT_NOT_FOUND: anIntent,
  INTENT_IGNORED: anIntent,
  INTENT_CLOSED: ({ intent }) => `writ intent reopen ${String(intent)}`,
  SCOPE_VIOLATION: ({ intent, path }) => `writ intent edit ${String(intent)} --add-scope ${JSON.stringify(path)}`,
  APPROVAL_REQUIRED: ({ ticket }) => (typeof ticket === "string" ? `writ approve ${ticket}` : "writ approve"),
};

/** The same refusal again and again: the model is told to stop, the person gets the command that resolves it (design 6). */
function insist(problem: Problem, times: number): Problem {
  const command = commands[problem.code]?.(problem.meta) ?? "writ status";
  const hint = `This was refused ${times} times for the same reason. Stop retrying and tell the person what you need and why. They can run: ${command}`;
  return { ...problem, hint, recoverable: false };
}

/** What a stale write would have changed, so that the model sees what it missed. Told, never recorded. */
async function withDifference(workspace: Workspace, { call, facts }: Prepared, problem: Problem): Promise<Problem> {
  if (problem.code !== "STALE_FILE") return problem;
  const fact = Object.values(facts.files).find((file) => file.path === problem.meta.path);
  const change = call.effects.find((effect) => effect.path === fact?.given)?.change;
  const bytes = fact?.kind === "file" ? readBytes(join(workspace.root, fact.path)) : null;
  const now = bytes === null ? null : contentOf(bytes).text;
  const wanted = now === null ? null : expectedText(change, now);
  if (fact === undefined || now === null || wanted === null) return problem;
  return { ...problem, meta: { ...problem.meta, diff_preview: differencePreview(fact.path, now, wanted) } };
}

/** Writes a refusal down, and counts it. Gives back the verdict as the agent should hear it. */
export async function refuse(
  workspace: Workspace,
  prepared: Prepared,
  verdict: Extract<Verdict, { kind: "deny" }>,
): Promise<Verdict> {
  const { event, call, facts } = prepared;
  const now = workspace.ports.now();
  const sign = signature(verdict.problem);
  const session = await workspace.sessions.update(
    event.session.id,
    () => freshSession(event.session, now),
    (stored) => ({
      ...stored,
      seenAt: now,
      denied: withDenied(stored, prepared, verdict.problem.code),
      refusals: [...stored.refusals.filter((earlier) => earlier === sign), sign].slice(-10),
    }),
  );
  await apply(workspace, event.session, refusalWrites(call, facts, verdict, { now, id: workspace.ports.id }));
  const times = session.refusals.length;
  const said = await withDifference(workspace, prepared, verdict.problem);
  return { kind: "deny", problem: times >= patience ? insist(said, times) : said };
}

import { join } from "node:path";
import type { Problem, Verdict } from "@writ/contracts";
import { differencePreview, expectedText, refusalWrites } from "@writ/engine";
import { apply } from "./apply.ts";
import { contentOf, readBytes } from "./files.ts";
import { freshSession } from "./gather.ts";
import type { Prepared, Workspace } from "./types.ts";

/** How many equal refusals in a row end in one clear instruction (design 6). */
const patience = 3;

const signature = (problem: Problem): string =>
  `${problem.code} ${String(problem.meta.path ?? problem.meta.tool ?? "")}`;

/** The one command with which a person resolves it, where there is one. */
function commandFor({ code, meta }: Problem): string {
  const { intent, path, ticket } = meta;
  switch (code) {
    case "NO_ACTIVE_INTENT":
    case "INTENT_NOT_FOUND":
    case "INTENT_IGNORED":
      return "writ intent list (and if none fits: writ intent add)";
    case "INTENT_CLOSED":
      return `writ intent reopen ${String(intent)}`;
    case "SCOPE_VIOLATION":
      return `writ intent edit ${String(intent)} --add-scope "${String(path)}"`;
    case "APPROVAL_REQUIRED":
      return typeof ticket === "string" ? `writ approve ${ticket}` : "writ approve";
    default:
      return "writ status";
  }
}

/** The same refusal again and again: the model is told to stop, the person gets the command that resolves it (design 6). */
function insist(problem: Problem, times: number): Problem {
  const hint = `This was refused ${times} times for the same reason. Stop retrying. Tell the person what you need and why; they can run: ${commandFor(problem)}`;
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
      refusals: [...stored.refusals.filter((earlier) => earlier === sign), sign].slice(-10),
    }),
  );
  await apply(workspace, event.session, refusalWrites(call, facts, verdict, { now, id: workspace.ports.id }));
  const times = session.refusals.length;
  const said = await withDifference(workspace, prepared, verdict.problem);
  return { kind: "deny", problem: times >= patience ? insist(said, times) : said };
}

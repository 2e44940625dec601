import {
  criteriaOf,
  criterionOnDisk,
  fail,
  type Intent,
  type IntentOnDisk,
  ProblemError,
  problem,
} from "@writ/contracts";
import type { Writ } from "@writ/runtime";

/** The intents of a workspace. A file that cannot be read is a problem, never an empty list. */
export async function readIntents(writ: Writ): Promise<readonly Intent[]> {
  const read = await writ.intents.read();
  if (read.state === "invalid") throw fail("SIDECAR_INVALID", { file: read.file, reason: read.reason });
  return read.state === "missing" ? [] : read.intents;
}

/** The intent with this id; a problem that names the others when there is none. */
export async function findIntent(writ: Writ, id: string): Promise<Intent> {
  const intents = await readIntents(writ);
  const found = intents.find((intent) => intent.id === id);
  if (found !== undefined) return found;
  const proposal = (await writ.state.listProposals()).find((one) => one.id === id);
  if (proposal !== undefined) refuseProposed({ id, proposed: true });
  const said = problem("INTENT_NOT_FOUND", { intent: id, available: intents.map((intent) => intent.id) });
  throw new ProblemError({ ...said, hint: "See what there is with: writ intent list" });
}

/** An intent as it is spelled on disk and in `--json`. */
export function toDisk(intent: Intent): IntentOnDisk {
  const { id, name, status, ownedScope, constraints, dependsOn, relatedFiles, recentHistory } = intent;
  const { quick, proposed } = intent;
  return {
    id,
    name,
    status,
    owned_scope: ownedScope,
    constraints,
    acceptance_criteria: criteriaOf(intent).map(criterionOnDisk),
    ...(dependsOn && { depends_on: dependsOn }),
    related_files: relatedFiles,
    recent_history: recentHistory,
    ...(quick && { quick: { expires_at: quick.expiresAt, max_files: quick.maxFiles, max_lines: quick.maxLines } }),
    ...(proposed === true && { proposed }),
  };
}

/** Throws for an intent that is only proposed: any status would open it, and `accept` is what shows it first. */
export function refuseProposed({ id, proposed }: Pick<Intent, "id" | "proposed">): void {
  if (proposed !== true) return;
  throw fail("INTENT_CLOSED", {
    intent: id,
    reason: "it is only proposed",
    fix: `Look at it and accept it with: writ intent accept ${id}`,
  });
}

/** How an intent stands, in one word. */
export function standing(intent: Intent): string {
  return intent.proposed === true ? "PROPOSED" : intent.status;
}

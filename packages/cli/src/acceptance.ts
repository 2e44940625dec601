import { isDeepStrictEqual } from "node:util";
import type { DecisionRecord, Intent } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { recordAnswer, type Voucher } from "./answers.ts";
import type { Io } from "./io.ts";

/** Where intents are. What is decided about one goes out with the commit of this file. */
export const intentsFile = ".orchestration/active_intents.yaml";

type Acceptance = Required<Pick<DecisionRecord, "intent" | "globs" | "paths">> & Pick<DecisionRecord, "until">;

/** What a person accepts with an intent: its scope, for good, or for the time of a quick one. */
export function acceptanceOf({ id, ownedScope, quick }: Pick<Intent, "id" | "ownedScope" | "quick">): Acceptance {
  const until = quick === undefined ? {} : { until: quick.expiresAt };
  return { intent: id, globs: [...ownedScope], paths: [intentsFile], ...until };
}

/** Writes down that a person accepted the intents that are new, may do something else than before, or are open again. */
export async function recordAcceptances(
  writ: Writ,
  io: Pick<Io, "now" | "id">,
  voucher: Voucher,
  { before, now }: { before: readonly Intent[]; now: readonly Intent[] },
): Promise<void> {
  for (const intent of now) {
    const was = before.find(({ id }) => id === intent.id);
    if (was !== undefined && intent.proposed !== true && isClosed(was) && !isClosed(intent))
      await recordAnswer(writ, io, "reopened", voucher, { intent: intent.id, paths: [intentsFile] });
    if (intent.proposed === true || isDeepStrictEqual(powersOf(intent), powersOf(was))) continue;
    await recordAnswer(writ, io, "accepted", voucher, acceptanceOf(intent));
  }
}

const isClosed = ({ status }: Intent): boolean => status === "COMPLETE" || status === "BLOCKED";

const powersOf = (intent: Intent | undefined): unknown =>
  intent === undefined ? null : [intent.ownedScope, intent.quick, intent.proposed];

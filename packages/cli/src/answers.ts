import {
  type Assurance,
  type DecisionKind,
  type DecisionRecord,
  isSureEnough,
  ProblemError,
  problem,
  type Risk,
  type Unchained,
} from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import type { Io } from "./io.ts";
import { pseudonym } from "./people.ts";

/** Who said it, and how sure that is. */
export interface Voucher {
  readonly by: string;
  readonly assurance: Assurance;
}

/** Whether a person can be asked here. */
export function isInteractive({ tty }: Pick<Io, "tty">): boolean {
  return tty.input && tty.output;
}

/** Who runs this command. A terminal on both ends counts as a person typing; anything else as a script. */
export async function vouch(writ: Writ, io: Pick<Io, "tty" | "run">): Promise<Voucher> {
  return { by: await pseudonym(writ.root, io), assurance: isInteractive(io) ? "tty" : "script" };
}

/** Throws when an answer is less sure than the config wants for this risk. */
export async function requireAssurance(writ: Writ, risk: Risk, given: Assurance, command: string): Promise<void> {
  const { config } = await writ.readConfig();
  const wanted = config.assurance[risk];
  if (isSureEnough(given, wanted)) return;
  const isScript = given === "script";
  const message = `${isScript ? command : "An answer at a terminal"} counts as "${given}", but this repository wants at least "${wanted}" for the risk "${risk}" (assurance.${risk} in .orchestration/config.yaml).`;
  const hint = isScript
    ? "Run it in your own terminal, without --yes."
    : "Answer where the agent itself asks, or lower it there and run: writ trust";
  throw new ProblemError({ ...problem("BLOCKED_BY_POLICY", { message, risk, wanted, given }), hint });
}

/** Writes down what a person decided. */
export async function recordAnswer(
  writ: Writ,
  io: Pick<Io, "now" | "id">,
  decision: DecisionKind,
  { by, assurance }: Voucher,
  details: Partial<Pick<DecisionRecord, "intent" | "globs" | "until" | "reason" | "paths" | "contents">> = {},
): Promise<void> {
  const record: Unchained<DecisionRecord> = {
    id: io.id(),
    timestamp: io.now(),
    decision,
    agent: "person",
    session: "cli",
    intent: null,
    by,
    assurance,
    ...details,
    metadata: {},
  };
  await writ.decisions.append(record);
}

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
import type { Context, Io } from "./io.ts";
import { wayOut } from "./origin/require-person.ts";
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

/** Who runs this command. A terminal that no session could have opened counts as a person typing; anything else as a script. */
export async function vouch(writ: Writ, context: Pick<Context, "tty" | "run" | "origin">): Promise<Voucher> {
  const { assurance } = await standing(context);
  return { by: await pseudonym(writ.root, context), assurance };
}

/** How sure an answer is that is given here; for one at a terminal that counts as a script's, why. */
async function standing({
  tty,
  origin,
}: Pick<Context, "tty" | "origin">): Promise<{ assurance: "script" | "tty"; doubt?: string }> {
  if (!isInteractive({ tty })) return { assurance: "script" };
  const found = await origin();
  const doubt = found.kind === "outside" ? found.terminal : found.sign;
  return doubt === null ? { assurance: "tty" } : { assurance: "script", doubt };
}

/**
 * How sure an answer will be that is to be typed here. Throws before anything is asked where the config wants more for
 * this risk.
 */
export async function requireTerminal(writ: Writ, risk: Risk, context: Context): Promise<"script" | "tty"> {
  const { assurance, doubt } = await standing(context);
  const { config } = await writ.readConfig();
  const wanted = config.assurance[risk];
  if (doubt === undefined || isSureEnough(assurance, wanted)) return assurance;
  const message = `An answer at this terminal counts as "script", but this repository wants at least "${wanted}" for the risk "${risk}" (assurance.${risk} in .orchestration/config.yaml).`;
  const found = problem("BLOCKED_BY_POLICY", { message, risk, wanted, given: assurance, sign: doubt });
  throw new ProblemError({ ...found, hint: wayOut });
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

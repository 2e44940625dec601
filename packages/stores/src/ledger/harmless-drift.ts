import type { DecisionRecord } from "@writ/contracts";

/** What git itself brought, and what an agent may write into its own settings: nobody need ask whose it is. */
export const isHarmlessDrift = ({ decision, reason }: Pick<DecisionRecord, "decision" | "reason">): boolean =>
  decision === "drifted" && (reason === "head-moved" || reason === "permissions");

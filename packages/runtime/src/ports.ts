import { randomUUID } from "node:crypto";
import type { Ports } from "./writ.ts";

/** The real clock and the real dice. */
export const realPorts: Ports = {
  now: () => new Date().toISOString(),
  // A hook needs one id, not the dice for a hundred.
  id: () => randomUUID({ disableEntropyCache: true }),
};

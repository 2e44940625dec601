import { canBlock, eventNames, type HookEvent, hookEventOf } from "@writ/contracts";

/** The events a hook can refuse. */
export const refusable: readonly HookEvent[] = eventNames
  .filter((name) => canBlock[name])
  .map((name) => hookEventOf[name]);

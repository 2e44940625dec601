/**
 * Whether an id was made from the call itself, because the agent gave none (the runtime's `derived-…`). Equal calls
 * then have equal ids, so several can be pending under one.
 */
export function isDerived(callId: string): boolean {
  return callId.startsWith("derived-");
}

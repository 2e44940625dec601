import type { BlameLine, LedgerIndex } from "@writ/contracts";

/** The word a tombstone is read with in place of a session. */
const stand = "erased";

/** Lines whose record was erased say so, and no longer name the words that stand in for what is gone. */
export async function markErased(index: LedgerIndex, lines: readonly BlameLine[]): Promise<BlameLine[]> {
  const erased = new Set<string>();
  const candidates = new Set(lines.flatMap(({ session, trace }) => (session === stand && trace !== null ? trace : [])));
  // A session may have that name.
  for (const id of candidates) if ((await index.trace(id))?.metadata?.erased === true) erased.add(id);
  return lines.map((line) =>
    line.trace !== null && erased.has(line.trace)
      ? { ...line, intent: null, model: null, session: null, agent: null, erased: true }
      : line,
  );
}

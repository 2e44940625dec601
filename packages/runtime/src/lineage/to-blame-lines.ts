import type { BlameLine } from "@writ/contracts";
import { type FileStep, isStep, type LineOrigin, makerOf, type Source } from "@writ/engine";

/** Why it is not known who made a line. */
const reasons: Readonly<Record<Exclude<LineOrigin, FileStep | "person">, string>> = {
  raced: "somebody else wrote to the file while the call ran",
  unfollowed: "its lines were not followed when it was changed",
  missing: "the record of an earlier change is not here",
  unwatched: "something an agent left running may have written it",
  contested: "two records of one id tell of it, and say different things: writ verify says which",
  unsure: "a command brought it from git, where a command may have put it",
};

const nobody = { intent: null, model: null, session: null, trace: null, agent: null, time: null };

/** What is told of a line, as it is given out. */
export function toBlameLine({ origin }: Source, line: number, doubt?: string): BlameLine {
  if (isStep(origin)) return { line, ...madeBy(origin) };
  if (origin !== "person") return { line, author: "unknown", ...nobody, why: reasons[origin] };
  return doubt === undefined
    ? { line, author: "human", ...nobody }
    : { line, author: "unknown", ...nobody, why: doubt };
}

function madeBy({ trace, path }: FileStep): Omit<BlameLine, "line"> {
  const { metadata } = trace;
  const { author, model } = makerOf(trace, path);
  return {
    author,
    intent: metadata.intent ?? null,
    model,
    session: metadata.session ?? null,
    trace: trace.id,
    agent: metadata.agent ?? null,
    time: trace.timestamp,
    ...(author === "unknown" && {
      why: "an imported record says that a person and an agent made it, or that nobody knows",
    }),
    ...(metadata.imported !== undefined && { imported: true }),
  };
}

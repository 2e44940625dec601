import { fail, type Stage, stages } from "@writ/contracts";

/** A stage as typed. */
export function parseStage(word: string): Stage {
  const stage = stages.find((known) => known === word.toLowerCase());
  if (stage !== undefined) return stage;
  throw fail("USAGE", { message: `${word} is no stage.`, fix: `Say one of ${stages.join(", ")}.` });
}

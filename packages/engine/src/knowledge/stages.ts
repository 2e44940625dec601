import { type Stage, stages } from "@writ/contracts";
import type { Fault, Part } from "../markup/parsed.ts";
import { textsOf } from "../markup/values.ts";
import { nearest } from "../nearest.ts";

/** The stages a value names, and a warning for each word that is none. */
export function toStages(
  value: unknown,
  part: Part,
  way: readonly (string | number)[],
): { stages: Stage[]; faults: Fault[] } {
  const words = textsOf(value);
  const known = words.flatMap((word) => stages.find((stage) => stage === word.toLowerCase()) ?? []);
  const faults = words
    .filter((word) => !stages.some((stage) => stage === word.toLowerCase()))
    .map((word): Fault => {
      const meant = nearest(word, stages);
      const advice = meant === null ? `Use ${stages.join(", ")}.` : `Did you mean ${meant}?`;
      return { line: part.lineOf(way), severity: "error", message: `${word} is no stage. ${advice}` };
    });
  return { stages: known, faults };
}

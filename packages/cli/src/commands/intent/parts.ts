import { type Criterion, criteriaOf, type Intent } from "@writ/contracts";
import { visible } from "../../text/visible.ts";

/** One thing an intent says: what it is, and its words. */
interface Part {
  readonly what: string;
  readonly text: string;
}

const partsAs = (what: string, texts: readonly string[] = []): Part[] => texts.map((text) => ({ what, text }));

function criterionPart({ text, run }: Criterion): Part {
  if (run === undefined) return { what: "criterion", text };
  return text === run ? { what: "command", text: run } : { what: "criterion", text: `${text} (${run})` };
}

const othersOf = (intent: Intent): Part[] => [
  ...partsAs("constraint", intent.constraints),
  ...criteriaOf(intent).map(criterionPart),
  ...partsAs("dependency", intent.dependsOn),
  ...partsAs("related file", intent.relatedFiles),
];

const sayPart = ({ what, text }: Part): string => `${what}: ${visible(text)}`;

/** What an intent says beside its name and its scope, a line each. */
export const partLines = (intent: Intent): string[] => othersOf(intent).map(sayPart);

const allLines = (intent: Intent): string[] => [
  ...partsAs("scope", intent.ownedScope).map(sayPart),
  ...partLines(intent),
];

/** What became of an intent, a line each: its name, what was added, what was removed. */
export function changeLines(before: Intent, after: Intent): string[] {
  const [old, now] = [allLines(before), allLines(after)];
  return [
    ...(before.name === after.name ? [] : [`new name: ${visible(after.name)}`]),
    ...now.filter((line) => !old.includes(line)).map((line) => `added ${line}`),
    ...old.filter((line) => !now.includes(line)).map((line) => `removed ${line}`),
  ];
}

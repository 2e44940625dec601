import type { Criterion, CriterionOnDisk, Intent } from "./intent.ts";

/** How long a criterion's command may take where nobody said. */
export const criterionSeconds = 600;

/** The criteria of an intent with their commands. */
export function criteriaOf({
  criteria,
  acceptanceCriteria,
}: Pick<Intent, "criteria" | "acceptanceCriteria">): Criterion[] {
  return criteria ?? acceptanceCriteria.map((text) => ({ text }));
}

/** Both forms an intent keeps its criteria in. */
export function toCriteria(criteria: readonly Criterion[]): Pick<Intent, "criteria" | "acceptanceCriteria"> {
  const acceptanceCriteria = criteria.map(({ text }) => text);
  return criteria.some(({ run }) => run !== undefined)
    ? { acceptanceCriteria, criteria: [...criteria] }
    : { acceptanceCriteria };
}

/** A criterion in the spelling of `active_intents.yaml`. */
export function criterionOnDisk({ text, run, timeoutSeconds }: Criterion): CriterionOnDisk {
  if (run === undefined) return text;
  return {
    ...(text === run ? {} : { text }),
    run,
    ...(timeoutSeconds === undefined ? {} : { timeout: timeoutSeconds }),
  };
}

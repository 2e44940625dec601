import { type CheckedCriterion, criteriaOf, type EvidenceSummary, type Intent } from "@writ/contracts";
import { formatDuration } from "../../../text/duration.ts";
import { sayMoment } from "../../../text/moment.ts";
import { visible } from "../../../text/visible.ts";
import { outcomeWords } from "../done/tell.ts";

/** The criteria of an intent, with how each last stood. */
export function criteriaLines(intent: Intent, evidence: EvidenceSummary | null): string[] {
  const criteria = criteriaOf(intent);
  if (criteria.length === 0) return [];
  const lines = criteria.map(({ text, run }) => {
    const words = run === undefined ? visible(text) : text === run ? "" : `${visible(text)}  `;
    const command = run === undefined ? "" : `runs: ${visible(run)}`;
    // Evidence is about the words and the command that were checked; another command was not.
    const check = evidence?.checks.find((one) => one.text === text && one.run === run);
    const last = check === undefined ? "" : `  (${outcomeWords[check.outcome]}${tookOf(check)})`;
    return `    ${words}${command}${last}`;
  });
  return ["  acceptance criteria:", ...lines, ...checkedLine(evidence)];
}

/** How long a command took that ended by itself, where anybody would notice. */
function tookOf({ outcome, duration_ms: ms = 0 }: CheckedCriterion): string {
  return ms < 1000 || outcome === "timed-out" ? "" : ` in ${formatDuration(ms)}`;
}

function checkedLine(evidence: EvidenceSummary | null): string[] {
  if (evidence === null) return [];
  const { at, revision, dirty, forced } = evidence;
  const commit = revision === "unknown" ? "" : ` on ${visible(revision.slice(0, 10))}`;
  const state = dirty === true ? ", with changes that were not committed" : "";
  const force = forced === true ? "; closed by force" : "";
  return [`    last checked ${visible(sayMoment(at))}${commit}${state}${force}`];
}

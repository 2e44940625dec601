import type { Committed } from "@writ/runtime";
import { sayMoment } from "../text/moment.ts";

/** Where lines stand in git, in a sentence for each commit. */
export function commitWords(commits: readonly Committed[]): string[] {
  return commits.length === 0 ? ["Not known."] : commits.map(sentenceOf);
}

function sentenceOf(commit: Committed): string {
  switch (commit.state) {
    case "committed": {
      const told = `${commit.id.slice(0, 10)} "${commit.summary}" by ${commit.author}, ${sayMoment(commit.at)}.`;
      return commit.oldest === true ? `${told} It is the oldest one this copy has; the line may be older.` : told;
    }
    case "uncommitted":
      return "Not committed yet.";
    case "unknown":
      return `Not known: ${commit.reason.replace(/\.$/, "")}.`;
  }
}

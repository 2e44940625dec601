import type { TreeChange, Write } from "@writ/contracts";
import type { Workspace } from "../../workspace/types.ts";
import { decisionOf, type Ended, unclaimed } from "../ended.ts";
import type { Sorted } from "./sorted.ts";

/** What a look found beside strays. */
interface Found {
  sorted: Pick<Sorted, "claimed" | "drifted" | "brought">;
  /** What an agent wrote into its own settings. */
  allowed: readonly TreeChange[];
  gap: string | null;
  /** The commit the work tree stood at before. */
  head: string | null;
}

/** Why what is in scope is nobody's for certain. */
function doubtOf({ lost, isUnmatched }: Ended): string {
  if (lost !== undefined) return "no-post-event";
  return isUnmatched === true ? "no-pre-event" : "concurrent";
}

/** What goes on record although no file of it needs a person. */
export function untoldWrites(workspace: Workspace, ended: Ended, { sorted, allowed, gap, head }: Found): Write[] {
  const isWhole = ended.lost === undefined && ended.isUnmatched !== true;
  const drifts: [readonly TreeChange[], string][] = [
    [isWhole ? sorted.drifted : [...sorted.claimed, ...sorted.drifted], doubtOf(ended)],
    [allowed, "permissions"],
    [sorted.brought, "head-moved"],
  ];
  return [
    ...(gap === null ? [] : [decisionOf(workspace, ended, "gap", { reason: `half-look: ${gap}` })]),
    ...drifts
      .filter(([changes]) => changes.length > 0)
      .map(([changes, reason]) => decisionOf(workspace, ended, "drifted", { ...unclaimed(changes, head), reason })),
  ];
}

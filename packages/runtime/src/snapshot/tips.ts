import type { Clock } from "./clock.ts";
import { runGit } from "./run-git.ts";

/** So many ends of history are known of one look. */
const mostTips = 10_000;

/** The lines git printed; none where it failed. */
export const linesOf = (printed: Buffer | null): string[] =>
  printed?.toString("utf8").split("\n").filter(Boolean) ?? [];

/** The commits every branch, tag and remote stands at: what they lead to was written before this moment. */
export async function tipsOf(root: string, clock: Clock): Promise<string[]> {
  const printed = await runGit(root, ["for-each-ref", "--format=%(objectname)"], clock);
  return [...new Set(linesOf(printed))].slice(0, mostTips);
}

import type { Clock } from "../look/clock.ts";
import { runGit } from "./run-git.ts";

/** So many ends of history are known of one look. */
const mostTips = 10_000;

/** The lines git printed; none where it failed. */
export const linesOf = (printed: Buffer | null): string[] =>
  printed?.toString("utf8").split("\n").filter(Boolean) ?? [];

/** A branch, a tag or a remote's branch, and the commit it stands at. */
export interface Ref {
  commit: string;
  name: string;
}

/** What every branch, tag and remote stands at. */
export async function refsOf(root: string, clock: Clock): Promise<Ref[]> {
  const lines = linesOf(await runGit(root, ["for-each-ref", "--format=%(objectname) %(refname)"], clock));
  return lines.slice(0, mostTips).map((line) => {
    const [commit = "", ...name] = line.split(" ");
    return { commit, name: name.join(" ") };
  });
}

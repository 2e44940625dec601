import { prefixOf } from "../../git/folders.ts";
import { runGit } from "../git/run-git.ts";
import type { Clock } from "./clock.ts";
import { parseStatus, type Status } from "./parse-status.ts";

/** Git trusts what it noted of a file only where nothing about it is different; a cache of what is new is not asked. */
const strict = ["core.trustctime=true", "core.checkStat=default", "core.untrackedCache=false"];

/** How git is asked. */
interface Asking {
  /** Somebody changed git's own settings: modes count whatever these say. */
  isOtherConfig?: boolean;
  /** Another index than git's own. */
  index?: string;
}

/** What git says is not as in the last commit; `null` where it does not answer. Throws `TooSlow`. */
export async function gitStatus(root: string, clock: Clock, asking: Asking = {}): Promise<Status | null> {
  const settings = asking.isOtherConfig === true ? [...strict, "core.fileMode=true"] : strict;
  const args = [
    ...settings.flatMap((setting) => ["-c", setting]),
    "status",
    "--porcelain=v2",
    "--branch",
    "--no-ahead-behind",
    "-z",
    "--untracked-files=all",
    "--ignored=matching",
    "--ignore-submodules=none",
    "--no-renames",
  ];
  const within = prefixOf(root) === "" ? args : [...args, "--", "."];
  const env = asking.index === undefined ? {} : { GIT_INDEX_FILE: asking.index };
  const printed = await runGit(root, within, clock, "", env);
  return printed === null ? null : parseStatus(printed);
}

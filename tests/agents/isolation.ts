import { spawnSync } from "node:child_process";

/** How a command is started so that it reaches nothing but loopback, or why that cannot be done here. */
export interface Isolation {
  readonly prefix: readonly string[];
  /** Whether every process it leaves behind ends with it. */
  readonly endsAll: boolean;
  readonly problem: string | null;
}

/** Not `exec`: the shell stays, and takes leave of processes whose parents are gone. */
const withLoopback = `{ ip link set lo up || ifconfig lo up; } >&2 && "$0" "$@"; exit $?`;
const ownProcesses = ["--pid", "--fork", "--kill-child", "--mount-proc"];

/** Tries what this machine allows, the strictest first. */
export function findIsolation(): Isolation {
  let problem = "";
  for (const more of [ownProcesses, []]) {
    for (const user of process.getuid?.() === 0 ? [[], ["--map-root-user"]] : [["--map-root-user"]]) {
      const prefix = ["unshare", ...user, "--net", ...more, "--", "sh", "-c", withLoopback];
      const tried = spawnSync(prefix[0] ?? "", [...prefix.slice(1), "true"], { encoding: "utf8" });
      if (tried.status === 0) return { prefix, endsAll: more.length > 0, problem: null };
      problem = (tried.error?.message ?? tried.stderr).trim();
    }
  }
  return { prefix: [], endsAll: false, problem };
}

import type { Alarm, AlarmBook } from "@writ/contracts";

/** A protected file now: its hash, and whether it starts Writ. */
export type Guarded = ReadonlyMap<string, { hash: string; calls: boolean }>;

/** A difference that a person must hear of. */
export type Finding = Pick<Alarm, "path" | "what">;

/** Compares protected files with what they should be. `isCalled`: between the beginning and the end of a call, or while something it started lives. */
export function tamperedWith(baseline: NonNullable<AlarmBook["baseline"]>, now: Guarded, isCalled: boolean): Finding[] {
  const paths = [...new Set([...baseline.keys(), ...now.keys()])].sort();
  return paths.flatMap((path) => {
    const [was, is] = [baseline.get(path), now.get(path)];
    if (was?.hash === is?.hash) return [];
    const isUnwired = was?.calls === true && is?.calls !== true;
    if (!isCalled && !isUnwired && !isNeverByHand(path)) return [];
    const what = isUnwired && is !== undefined ? "unwired" : is === undefined ? "deleted" : "changed";
    return [{ path, what: was === undefined ? "created" : what }];
  });
}

/** What nobody changes by hand while no agent is at work: Writ's own state, and what git runs by itself. */
function isNeverByHand(path: string): boolean {
  return path.startsWith(".orchestration/.state/") || /^\.git\/(?:.*\/)?hooks(?:\/|$)/.test(path);
}

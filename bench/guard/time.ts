import { analyse } from "@writ/engine";
import { shellWorld } from "@writ/testkit";
import { percentile } from "../row.ts";
import type { Case } from "./cases.ts";

/** Milliseconds that reading one command line takes. */
export interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
  readonly slowest: string;
}

/** Milliseconds of computing alone: on a busy machine the clock also counts what others do meanwhile. */
export function computingTimeOf(command: string): number {
  const start = process.cpuUsage();
  analyse(command, shellWorld);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Above this, a line is timed by what it computes. */
const slow = 5;

/** The best of several rounds each: whatever else the machine does only adds to it. */
export function measureTimes(cases: readonly Case[], rounds = 5): Times {
  const best = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { id, command } of cases) {
      const start = performance.now();
      analyse(command, shellWorld);
      const clock = performance.now() - start;
      const time = clock > slow ? Math.min(clock, computingTimeOf(command)) : clock;
      best.set(id, Math.min(best.get(id) ?? Number.POSITIVE_INFINITY, time));
    }
  }
  const times = [...best.values()];
  const worst = Math.max(...times);
  const slowest = [...best].find(([, time]) => time === worst)?.[0] ?? "";
  return { p50: percentile(times, 50), p99: percentile(times, 99), worst, slowest };
}

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { GitCount } from "@writ/engine/report";
import type { Periods } from "./periods.ts";

/** Longer than this nobody waits for a report. */
const longestMs = 60_000;

/** Lines that commits added in each period, by when they were written; merges say nothing new, Writ's own files neither. */
export async function countCommitted(root: string, periods: Periods): Promise<{ git: GitCount; committed: number[] }> {
  const committed = periods.starts.map(() => 0);
  const [first] = periods.starts;
  if (first === undefined) return { git: "none", committed };
  const paths = ["--", ".", ":(exclude).orchestration"];
  const args = ["log", "--no-merges", "--numstat", "--format=%x00%at", `--since=${first}T00:00:00Z`, "HEAD", ...paths];
  const git = spawn("git", args, {
    cwd: root,
    // A clone that has not all objects would fetch each one it lacks.
    env: { ...process.env, GIT_NO_LAZY_FETCH: "1" },
    stdio: ["ignore", "pipe", "ignore"],
    windowsHide: true,
    timeout: longestMs,
  });
  const ended = new Promise<{ code: number | null; signal: string | null }>((done) => {
    git.once("error", () => done({ code: -1, signal: null }));
    git.once("close", (code, signal) => done({ code, signal }));
  });
  let place: number | null = null;
  for await (const line of createInterface({ input: git.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.startsWith("\0")) place = periods.placeOf(dayAt(Number(line.slice(1))));
    else if (place !== null) committed[place] = (committed[place] ?? 0) + addedIn(line);
  }
  const { code, signal } = await ended;
  return { git: code === 0 ? "counted" : signal === null ? "none" : "slow", committed };
}

/** `12<tab>3<tab>path`; binary files have no number. */
const addedIn = (line: string): number => Number(/^(\d+)\t/.exec(line)?.[1] ?? 0);

function dayAt(seconds: number): string {
  const time = new Date(seconds * 1000);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, 10);
}

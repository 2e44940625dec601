// How long `writ blame` takes for a long file with a long history, against `git blame` of the same file.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { resolve } from "node:path";
import { median, type Row } from "../row.ts";
import { commits, longHistory, path } from "./long-history.ts";

const rounds = 5;
const bin = resolve("packages/cli/bin/writ.cjs");

function timed(program: string, args: readonly string[], cwd: string): { ms: number; out: string } {
  const start = performance.now();
  const { NODE_EXTRA_CA_CERTS: _certs, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return { ms: performance.now() - start, out: stdout };
}

/** Whole processes, side by side. */
export async function blameSpeed(): Promise<Row[]> {
  const root = await longHistory();
  try {
    const own = () => timed(process.execPath, [bin, "blame", path, "--porcelain"], root);
    const gits = () => timed("git", ["blame", "--porcelain", path], root);
    const found = new Set(own().out.match(/^[0-9a-f]{8}-0000-4000-8000-\d{12}/gm)).size;
    // What the last changes made is there still.
    if (found < commits / 2) throw new Error(`blame knows only ${found} of ${commits} changes`);
    const [owns, plain]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      plain.push(gits().ms);
      owns.push(own().ms);
    }
    return [
      {
        what: "writ blame of 10,000 lines with 2,000 commits against git blame",
        value: median(owns) / median(plain),
        bar: 1,
        unit: "×",
        detail: `${median(owns).toFixed(0)} ms against ${median(plain).toFixed(0)} ms, ${found} changes told apart`,
      },
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

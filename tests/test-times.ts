import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const folder = join(import.meta.dirname, "..", ".build");
const file = join(folder, "test-times.json");

/** Keeps how long each file took, so that `npm run test:changed` can choose what fits into its time. */
export class TestTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times: Record<string, number> = { ...timesBefore() };
    for (const module of modules) {
      const { duration, collectDuration } = module.diagnostic();
      const path = relative(join(folder, ".."), module.moduleId).replaceAll("\\", "/");
      times[path] = Math.round(duration + collectDuration);
    }
    mkdirSync(folder, { recursive: true });
    const next = `${file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify(times, null, 1)}\n`);
    renameSync(next, file);
  }
}

function timesBefore(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

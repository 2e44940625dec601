import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

/** Why a test did not run in a run that is limited in time. */
export const leftOut = "left out: the time is used up";

/** Prints which tests a run that is limited in time did not come to. */
export class LeftOut implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows: string[] = [];
    let count = 0;
    let all = 0;
    for (const module of modules) {
      let here = 0;
      for (const test of module.children.allTests()) {
        const result = test.result();
        all += 1;
        if (result.state === "skipped" && result.note === leftOut) here += 1;
      }
      count += here;
      if (here > 0) rows.push(`  ${module.project.name} ${relative(process.cwd(), module.moduleId)}: ${here}`);
    }
    if (count === 0) return;
    console.log(`Left out of the deep tier, as the time is used up: ${count} of ${all} tests`);
    for (const row of rows.sort()) console.log(row);
  }
}

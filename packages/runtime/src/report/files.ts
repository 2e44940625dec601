import type { Tally } from "@writ/contracts";
import type { ReportFile } from "@writ/engine/report";
import type { Standing } from "./look.ts";

/** As many of each kind are kept as anybody reads. */
const most = 50;

/** The files agents changed most, and those others changed most afterwards; by name. */
export function tellFiles(files: readonly Tally[], standing: Standing): ReportFile[] {
  const chosen = new Set([
    ...[...files].sort((one, other) => other.linesAdded - one.linesAdded).slice(0, most),
    ...files
      .filter(({ linesByOthers }) => linesByOthers > 0)
      .sort((one, other) => other.linesByOthers - one.linesByOthers)
      .slice(0, most),
  ]);
  return files
    .filter((file) => chosen.has(file))
    .map(({ key, traces, linesAdded, linesRemoved, linesByOthers }) => ({
      path: key,
      changes: traces,
      linesAdded,
      linesRemoved,
      linesByOthers,
      now: standing.files.get(key) ?? null,
    }));
}

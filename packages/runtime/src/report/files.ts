import type { LineAuthor, Tally } from "@writ/contracts";
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
      ...standsAs(key, standing),
    }));
}

/** What stands of it now, under whatever name; a file that was renamed in two ways is in both. */
function standsAs(path: string, { files, names }: Standing): Pick<ReportFile, "became" | "now"> {
  const present = (names.get(path) ?? []).flatMap((name) => {
    const made = files.get(name);
    return made === undefined ? [] : [{ name, made }];
  });
  const became = present.map(({ name }) => name).filter((name) => name !== path);
  const count = (of: LineAuthor) => present.reduce((sum, { made }) => sum + made[of], 0);
  return {
    ...(became.length > 0 && { became }),
    now: present.length === 0 ? null : { ai: count("ai"), human: count("human"), unknown: count("unknown") },
  };
}

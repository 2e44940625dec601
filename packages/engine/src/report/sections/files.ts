import { bar, type Cell, count, name, type Section, share, tableOf } from "../cells.ts";
import type { Report, ReportFile } from "../types.ts";

const mostRows = 15;

/** The files agents changed most, and those that people changed most afterwards. */
export function fileSection({ files, totals }: Report): Section {
  const most = Math.max(0, ...files.map(({ linesAdded }) => linesAdded));
  const changed = [...files].sort((one, other) => other.linesAdded - one.linesAdded || order(one, other));
  const edited = files
    .filter(({ linesByOthers }) => linesByOthers > 0)
    .sort((one, other) => other.linesByOthers - one.linesByOthers || order(one, other));
  const mostEdited = edited[0]?.linesByOthers ?? 0;
  const changedTable = tableOf(
    "Most changed by agents",
    ["File", "Lines added", "Removed", "Changes", "AI's today"],
    changed,
    mostRows,
    (file) => [nameOf(file), bar(file.linesAdded, most), count(file.linesRemoved), count(file.changes), today(file)],
  );
  return {
    id: "files",
    title: "Files",
    lead: [],
    tables: [
      { ...changedTable, more: Math.max(0, totals.files - changedTable.rows.length) },
      tableOf(
        "Most edited by people after agents",
        ["File", "Lines by people", "Lines by agents", "AI's today"],
        edited,
        mostRows,
        (file) => [nameOf(file), bar(file.linesByOthers, mostEdited), count(file.linesAdded), today(file)],
      ),
    ].filter(({ rows }) => rows.length > 0),
    empty: "No file was changed by an agent in this time.",
    notes:
      edited.length > 0
        ? ["Lines by people are those that came between two changes of agents; edits after the last one are not in it."]
        : [],
  };
}

const order = (one: ReportFile, other: ReportFile): number => (one.path < other.path ? -1 : 1);

const nameOf = ({ path, became = [] }: ReportFile): Cell => name([path, ...became].join(" → "));

const today = ({ now }: ReportFile): Cell =>
  now === null ? share(0, 0) : share(now.ai, now.ai + now.human + now.unknown);

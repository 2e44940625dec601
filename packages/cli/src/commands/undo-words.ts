import type { UndoFile, UndoRecord } from "@writ/contracts";
import type { UndoStep } from "@writ/runtime";
import { sayMoment } from "../text/moment.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

/** How a record stands: an undo was done, unless somebody took it back. */
export function standing({ settled, undoes }: UndoRecord): string {
  if (settled === undefined) return "open";
  return settled.how === "kept" && undoes !== undefined ? "done" : settled.how;
}

/** A file of a record by its name now, and before it was moved. */
export const sayFile = ({ path, from }: Pick<UndoFile, "path" | "from">): string =>
  from === undefined ? path : `${path} (was ${from})`;

/** The first few of many names; the rest is counted. */
export function some(names: readonly string[], most = 5): string {
  const shown = names.slice(0, most).join(" ");
  return names.length > most ? `${shown} and ${plural(names.length - most, "more file")}` : shown;
}

/** A record in one row: its id, when, by what, and its files. */
export function sayUndo({ id, at, tool, intent, files, undoes }: UndoRecord): string[] {
  const by = undoes === undefined ? `${tool} under ${intent ?? "no intent"}` : `the undo of ${undoes}`;
  return [id, sayMoment(at), by, some(files.map(sayFile), 3)];
}

const done: Record<UndoFile["op"], string> = {
  create: "take away",
  modify: "put back",
  delete: "bring back",
  rename: "move back",
};

const width = Math.max(...Object.values(done).map((word) => word.length));

/** What would become of one file, in one line. */
export function sayStep({ file: { op, path, from, concurrent }, state, reason, isCommitted }: UndoStep): string {
  const name = from === undefined ? visible(path) : `${visible(path)} to ${visible(from)}`;
  const doubt = concurrent === undefined ? "" : ` (perhaps not by the command: ${concurrent})`;
  const agreed = isCommitted === true ? " (it is in your last commit as it is now)" : "";
  if (state === "ready") return `  ${done[op].padEnd(width)}  ${name}${doubt}${agreed}`;
  return `  ${"leave".padEnd(width)}  ${name}: ${reason ?? state}`;
}

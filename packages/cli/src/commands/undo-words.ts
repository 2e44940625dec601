import type { UndoFile, UndoRecord } from "@writ/contracts";
import type { UndoStep } from "@writ/runtime";
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

/** A record in one row: its id, when, by what, and its files. */
export function sayUndo({ id, at, tool, intent, files, undoes }: UndoRecord): string[] {
  const names = files.slice(0, 3).map(sayFile);
  const more = files.length > 3 ? ` and ${plural(files.length - 3, "more file")}` : "";
  const by = undoes === undefined ? `${tool} under ${intent ?? "no intent"}` : `the undo of ${undoes}`;
  return [id, at, by, `${names.join(" ")}${more}`];
}

const done: Record<UndoFile["op"], string> = {
  create: "take away",
  modify: "put back",
  delete: "bring back",
  rename: "move back",
};

/** What would become of one file, in one line. */
export function sayStep({ file: { op, path, from, concurrent }, state, reason }: UndoStep): string {
  const name = from === undefined ? visible(path) : `${visible(path)} to ${visible(from)}`;
  const doubt = concurrent === undefined ? "" : ` (perhaps not by the command: ${concurrent})`;
  if (state === "ready") return `  ${done[op]}  ${name}${doubt}`;
  return `  leave     ${name}: ${reason ?? state}`;
}

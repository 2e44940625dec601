import { type PatchedFile, type PatchRead, unreadable } from "./patched-file.ts";

const header = /^\*\*\* (Add|Update|Delete) File:\s*(.*)$/;
const move = /^\*\*\* Move to:\s*(.*)$/;
const endOfFile = "*** End of File";

/** Reads the patch format of `apply_patch`: `*** Begin Patch`, Add, Update, Delete File, Move to. */
export function parseApplyPatch(text: string): PatchRead {
  const lines = text.split(/\r?\n/);
  while (lines.at(-1)?.trim() === "") lines.pop();
  while (lines[0]?.trim() === "") lines.shift();
  if (lines.shift()?.trim() !== "*** Begin Patch") return unreadable("the patch does not begin with *** Begin Patch");
  if (lines.pop()?.trim() !== "*** End Patch") return unreadable("the patch does not end with *** End Patch");

  const files: PatchedFile[] = [];
  while (lines.length > 0) {
    const line = lines.shift() ?? "";
    const [, verb, path] = header.exec(line.trim()) ?? [];
    if (verb === undefined || path === undefined) return unreadable(`a line is not part of a patch: ${shown(line)}`);
    if (path === "") return unreadable("a file of the patch has no name");
    const read = verb === "Add" ? readAdd(lines) : verb === "Update" ? readUpdate(lines) : readDelete();
    if (typeof read === "string") return unreadable(read);
    const { op, lines: body, to } = read;
    const moved = to !== undefined && to !== path;
    files.push(moved ? { op: "rename", path: to, from: path, lines: body } : { op, path, lines: body });
  }
  return files.length === 0 ? unreadable("the patch touches no file") : { ok: true, files };
}

type Body = Omit<PatchedFile, "path" | "from"> & { to?: string };

function readAdd(lines: string[]): Body | string {
  const added: string[] = [];
  while (lines[0]?.startsWith("+")) added.push(lines.shift() ?? "");
  return { op: "create", lines: added };
}

function readDelete(): Body {
  return { op: "delete", lines: [] };
}

function readUpdate(lines: string[]): Body | string {
  const body: Body = { op: "modify", lines: [] };
  const to = move.exec(lines[0]?.trim() ?? "")?.[1];
  if (to !== undefined) {
    if (to === "") return "a move has no target";
    lines.shift();
    body.to = to;
  }
  while (lines.length > 0 && !(lines[0]?.startsWith("***") && lines[0].trim() !== endOfFile)) {
    const line = lines.shift() ?? "";
    // A header that is only indented is context to one reader and a header to another.
    if (/^\s+\*\*\* (Add|Update|Delete|Move|Begin|End Patch)/.test(line)) return `a line is ambiguous: ${shown(line)}`;
    if (line !== "" && !/^([-+ ]|@@)/.test(line) && line.trim() !== endOfFile) {
      return `a line is not part of a patch: ${shown(line)}`;
    }
    body.lines.push(line);
  }
  return body;
}

const shown = (line: string): string => JSON.stringify(line.slice(0, 60));

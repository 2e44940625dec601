import { type PatchedFile, type PatchRead, unreadable } from "./patched-file.ts";
import { unquotePath } from "./quoted-path.ts";

/** The two names of a `diff --git` line. */
interface GitPaths {
  old: string;
  new: string;
}

/** One file section while it is being read. */
interface Section {
  old?: string | null;
  new?: string | null;
  from?: string;
  to?: string;
  created?: boolean;
  deleted?: boolean;
  /** The mode git gives the file: what kind of thing it becomes. */
  mode?: string;
  git?: GitPaths | null;
  lines: string[];
}

/** How many folders are taken off the names of a diff; without a number git's `a/` and `b/`, where they are there. */
export type Strip = 0 | 1 | undefined;

/** Reads a unified diff: plain, or git's with renames, new and deleted files, and quoted paths. */
export function parseUnifiedDiff(text: string, strip?: Strip): PatchRead {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const sections: Section[] = [];
  for (let index = 0; index < lines.length; ) {
    const next = readLine(lines, index, sections);
    if (typeof next === "string") return unreadable(next);
    index = next;
  }
  const files: PatchedFile[] = [];
  for (const section of sections) {
    const found = toFiles(section, strip);
    const link = linkIn(section);
    if (typeof found === "string") return unreadable(found);
    if (link === null) return unreadable("what a link or another repository in the diff stands for cannot be read");
    files.push(...found.map((file) => (link === "" || file.op === "delete" ? file : { ...file, link })));
  }
  return files.length === 0 ? unreadable("the diff touches no file") : { ok: true, files };
}

const extended = /^(index|similarity index|dissimilarity index|old mode|new mode) /;

/** Takes what begins at this line; gives the next line, or why the diff cannot be read. */
function readLine(lines: readonly string[], index: number, sections: Section[]): number | string {
  const line = (lines[index] ?? "").replace(/\r$/, "");
  const current = sections.at(-1);
  if (line.startsWith("diff --git ")) {
    sections.push({ git: gitPaths(line.slice(11)), lines: [] });
    return index + 1;
  }
  if (line.startsWith("--- ") && lines[index + 1]?.startsWith("+++ ")) {
    const section: Section = current?.git !== undefined && current.old === undefined ? current : { lines: [] };
    if (section !== current) sections.push(section);
    section.old = sidePath(line.slice(4));
    section.new = sidePath((lines[index + 1] ?? "").replace(/\r$/, "").slice(4));
    return section.old === "" || section.new === "" ? "a file of the diff has no readable name" : index + 2;
  }
  if (line.startsWith("@@ "))
    return current?.old === undefined ? "a hunk has no file" : readHunk(lines, index, current);
  if (current !== undefined && current.old === undefined) {
    const known = readExtended(line, current);
    if (known !== null) return known ? index + 1 : `a line of the diff cannot be read: ${shown(line)}`;
  }
  if (line === "" || /^(Index: |=====+$|Only in )/.test(line)) return index + 1;
  return `a line is not part of a diff: ${shown(line)}`;
}

/** `true` for a known line, `false` for a broken one, `null` for none of these. */
function readExtended(line: string, section: Section): boolean | null {
  const mode = /^(?:new(?: file)? mode|index .*?\.\.[^ ]*) (.+)$/.exec(line)?.[1];
  if (mode !== undefined) section.mode = mode;
  const [, verb, rest] =
    /^(rename from|rename to|copy from|copy to|new file mode|deleted file mode) (.+)$/.exec(line) ?? [];
  if (verb === undefined || rest === undefined) {
    return extended.test(line) || /^Binary files .* differ$/.test(line) ? true : null;
  }
  if (verb === "new file mode") section.created = true;
  else if (verb === "deleted file mode") section.deleted = true;
  else {
    const path = unquotePath(rest);
    if (path === null || path === "") return false;
    if (verb === "rename from") section.from = path;
    else if (verb === "rename to" || verb === "copy to") section.to = path;
    if (verb === "copy to") section.created = true;
  }
  return true;
}

function readHunk(lines: readonly string[], start: number, section: Section): number | string {
  const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[start] ?? "");
  if (counts === null) return "a hunk has no line numbers";
  let old = Number(counts[1] ?? 1);
  let fresh = Number(counts[2] ?? 1);
  let index = start + 1;
  section.lines.push(lines[start] ?? "");
  while ((old > 0 || fresh > 0) && index < lines.length) {
    const line = lines[index] ?? "";
    if (!/^[-+ \\]/.test(line) && line !== "") return `a hunk is cut: ${shown(line)}`;
    section.lines.push(line);
    if (!line.startsWith("\\")) {
      if (!line.startsWith("+")) old -= 1;
      if (!line.startsWith("-")) fresh -= 1;
    }
    index += 1;
  }
  if (old !== 0 || fresh !== 0) return "a hunk does not have the lines it announces";
  while (lines[index]?.startsWith("\\")) index += 1;
  return index;
}

/** `a/x b/x`, quoted or not. Without quotes only equal names can be told apart. */
function gitPaths(text: string): GitPaths | null {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text);
  const middle = (text.length - 1) / 2;
  const [one, other] = quoted ? quoted.slice(1) : [text.slice(0, middle), text.slice(middle + 1)];
  const [old, fresh] = [unquotePath(one ?? ""), unquotePath(other ?? "")];
  if (old === null || fresh === null) return null;
  if (!quoted && old.slice(2) !== fresh.slice(2)) return null;
  return { old, new: fresh };
}

/** The path after `---` or `+++`: `null` for /dev/null, empty when it cannot be read. */
function sidePath(text: string): string | null {
  const path = unquotePath(text.replace(/\t.*$/, "").trimEnd());
  return path === "/dev/null" ? null : (path ?? "");
}

function toFiles(section: Section, strip: Strip): PatchedFile[] | string {
  const { lines, from, to } = section;
  if (strip === 0 && section.git !== undefined) return "names of git are given without taking their first folder off";
  if (from !== undefined && to !== undefined) return [{ op: "rename", path: to, from, lines }];
  if (to !== undefined) return [{ op: "create", path: to, lines }];
  const sides = section.old === undefined ? section.git : { old: section.old, new: section.new ?? null };
  if (sides === null || sides === undefined) return "a file of the diff has no readable name";
  const paths = strip === undefined ? stripped(sides.old, sides.new ?? null) : cut(sides.old, sides.new ?? null, strip);
  if (typeof paths === "string") return paths;
  const [old, fresh] = paths;
  if (fresh === null || section.deleted) return [{ op: "delete", path: old ?? fresh ?? "", lines }];
  if (old === null || section.created) return [{ op: "create", path: fresh, lines }];
  // Two names without a rename: which one a tool writes differs, so both count.
  const names = old === fresh ? [fresh] : [old, fresh];
  return names.map((path) => ({ op: "modify", path, lines }));
}

/** What a link of this section will point at; nothing where it is none, `null` where that cannot be read. */
function linkIn({ mode, lines, deleted, from }: Section): string | null {
  // Git reads any number, also with blanks and digits before it: only how a file is spelled is surely one.
  if (deleted === true || mode === undefined || /^100[67]\d\d$/.test(mode)) return "";
  if (mode !== "120000") return null;
  const added = lines.filter((line) => line.startsWith("+"));
  // A link that is only moved is the one that lies there.
  if (added.length === 0 && from !== undefined) return "";
  const target = added.length === 1 ? (added[0]?.slice(1) ?? "") : "";
  return target === "" ? null : target;
}

/** Takes git's `a/` and `b/` off; one without the other cannot be read in one way only. */
function stripped(old: string | null, fresh: string | null): [string | null, string | null] | string {
  const prefixed = [old === null || old.startsWith("a/"), fresh === null || fresh.startsWith("b/")];
  if (prefixed[0] && prefixed[1]) return [old?.slice(2) ?? null, fresh?.slice(2) ?? null];
  if (old !== null && fresh !== null && prefixed[0] !== prefixed[1]) return `paths do not match: ${old}, ${fresh}`;
  return [old, fresh];
}

/** Takes exactly so many folders off; a name that has none to take off cannot be read. */
function cut(old: string | null, fresh: string | null, strip: 0 | 1): [string | null, string | null] | string {
  const names = [old, fresh].map((name) => (name === null || strip === 0 ? name : name.replace(/^[^/]*\//, "")));
  const isWhole = [old, fresh].every(
    (name) => name === null || (!name.includes("//") && (strip === 0 || /.\/./.test(name))),
  );
  return isWhole ? [names[0] ?? null, names[1] ?? null] : `paths are too short: ${old}, ${fresh}`;
}

const shown = (line: string): string => JSON.stringify(line.slice(0, 60));

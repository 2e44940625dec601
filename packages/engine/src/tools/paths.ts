import { distinct } from "../distinct.ts";
import { field, type Input, isRecord } from "./input.ts";

/** How agents spell the field that names a file. */
export const pathKeys: readonly string[] = [
  ...["path", "file_path", "filePath", "relative_path", "relativePath", "target_file", "targetFile"],
  ...["notebook_path", "notebookPath", "absolute_path", "absolutePath", "file_name", "fileName", "filename", "file"],
];
export const folderKeys: readonly string[] = ["dirPath", "dir_path", "directory", "dir"];
/** How they spell a list of files, or of changes that may name files. */
const listKeys: readonly string[] = ["files", "edits", "replacements", "operations", "changes", "paths"];

/** The paths an object names at its top, each once; or why they cannot be used. */
export function pathsIn(input: Input, keys: readonly string[] = pathKeys): string[] | { invalid: string } {
  const paths: string[] = [];
  for (const key of keys) {
    const value = field(input, key);
    if (value === undefined) continue;
    const reason = pathProblem(value);
    if (reason !== null) return { invalid: `${key} ${reason}` };
    if (typeof value === "string") paths.push(value);
  }
  return distinct(paths);
}

/** Why a value is no path; `null` when it may be one. */
function pathProblem(value: unknown): string | null {
  if (typeof value !== "string") return "is not a string";
  if (value === "") return "is empty";
  return value.includes("\0") ? "holds a zero byte" : null;
}

/** The items of the lists an object has; a bare string in a list of files names one. */
export function itemsIn(input: Input): Input[] | { invalid: string } {
  const items: Input[] = [];
  for (const key of listKeys) {
    const value = field(input, key);
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isRecord(item)) items.push(item);
      else if (typeof item === "string" && (key === "files" || key === "paths")) items.push({ path: item });
      else return { invalid: `${key} holds something that is not understood` };
    }
  }
  return items;
}

/** Every field that names a file in some tool; in another tool it must not name a different one. */
const namingKeys: readonly string[] = [
  ...[...pathKeys, "uri", "url", "source", "src", "from", "old_path", "oldPath", "from_path", "source_path"],
  ...["target", "destination", "dest", "to", "new_path", "newPath", "to_path", "destination_path", "target_path"],
  ...["targetPath", "sourcePath", "destinationPath", "fromPath", "toPath", "output", "output_path", "outputPath"],
];

/** A path that is named somewhere we did not look: such a call is not what it seems. */
export function strayPath(input: unknown, known: ReadonlySet<string>): string | null {
  if (Array.isArray(input)) {
    for (const item of input) {
      const found = strayPath(item, known);
      if (found !== null) return found;
    }
  } else if (isRecord(input)) {
    for (const key of Object.keys(input)) {
      const value = field(input, key);
      if (typeof value === "string" && namingKeys.includes(key) && !known.has(value)) return value;
      const found =
        key === "observed_content_hash" || key === "request_scope_expansion" ? null : strayPath(value, known);
      if (found !== null) return found;
    }
  }
  return null;
}

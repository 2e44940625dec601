import { statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { definitionsOf, isDefinition, partsIn, partsUsed } from "@writ/engine";
import { namesIn } from "./entries.ts";
import { readBytes } from "./files.ts";
import { foldersFrom } from "./folders.ts";

/** A file, or the part of one, that says what a command does. */
export interface DefinitionFile {
  /** Its path, and the part: `package.json#deploy`. */
  readonly name: string;
  readonly line: string;
  readonly text: string;
  /** It counts, but is not shown. */
  readonly isKept: boolean;
  /** Where it lies, what it is called, and all it says. */
  readonly folder: string;
  readonly base: string;
  readonly whole: string;
  /** Its like. */
  readonly names: readonly string[];
}

/** An interpreter is defined by nothing but what it is told to run. */
const runsNothing = /^(?:node(?! --run\b)|python3?(?! -m\b)|git)\b/;

/** What says what a command does, in these folders of the workspace and those above them. */
export function definitionFiles(root: string, at: readonly string[], line: string): DefinitionFile[] {
  if (runsNothing.test(line)) return [];
  const folders = [...new Set(at.flatMap((one) => foldersFrom(root, one)))];
  return definitionsOf(line).flatMap(({ files: names, part, isKept = false }) =>
    [...new Set(folders.flatMap((folder) => filesIn(join(root, folder), names)))].flatMap((file) => {
      const whole = textAt(file);
      if (whole === null) return [];
      const path = relative(root, file).replaceAll("\\", "/");
      const parts = partsIn(whole, part);
      const about = { line, isKept, folder: dirname(path), base: basename(path), whole, names };
      return partsUsed(line, parts).map((name) => ({
        ...about,
        name: name === "" ? path : `${path}#${name}`,
        text: parts[name] ?? "",
      }));
    }),
  );
}

function filesIn(folder: string, names: readonly string[]): string[] {
  return names.flatMap((name) =>
    name.startsWith("*")
      ? namesIn(folder)
          .filter((one) => isDefinition(one, [name]))
          .map((one) => join(folder, one))
      : [join(folder, name)],
  );
}

/** A file that another takes more from; of a folder, those of the same kind. */
export function filesNamed(file: string, names: readonly string[]): string[] {
  return isFolder(file) ? filesIn(file, names) : [file];
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/** What a file says; `null` where there is none that can be read. */
export function textAt(file: string): string | null {
  try {
    const bytes = isFolder(file) ? null : readBytes(file);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  } catch {
    return null;
  }
}

import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import type { FileFact } from "@writ/contracts";
import { readBytes } from "./files.ts";

/** In a folder that is run like a script: what its interpreter or builder begins with. */
const begins =
  /^(index\.\w+|__main__\.py|__init__\.py|package\.json|main\.\w+|build\.rs|Cargo\.toml|setup\.(py|cfg)|pyproject\.toml|(Docker|Container|Make)file|\w+\.(cs|fs)proj|Package\.swift|deno\.jsonc?)$/;
/** Every file of these makes one program with the others. */
const together = /(?<!_test)\.go$/;
const endings = /^\.([cm]?[jt]sx?|json|node|py|sh|rb|pl|lua|php)$/;

/** More files of one folder are not looked at. */
const most = 512;

/**
 * The files that stand behind a name which is run: those a folder is begun with, or those that a name without its
 * ending may mean; as whole paths. `file` is where the name lies.
 */
export function filesBehind({ kind, place }: Pick<FileFact, "kind" | "place">, file: string): string[] {
  if (place === "refused" || place === "outside") return [];
  if (kind === "directory") return [...begun(file), ...begun(join(file, "src"))].slice(0, most);
  if (kind !== "absent") return [];
  const folder = join(file, "..");
  const name = file.slice(folder.length + 1);
  const isMeant = (one: string) => one.startsWith(`${name}.`) && endings.test(one.slice(name.length));
  return namesIn(folder)
    .filter(isMeant)
    .map((one) => join(folder, one));
}

function begun(folder: string): string[] {
  const names = namesIn(folder).filter((name) => begins.test(name) || together.test(name));
  return [...names.map((name) => join(folder, name)), ...mainOf(folder)];
}

/** The file that a package says it begins with. */
function mainOf(folder: string): string[] {
  const bytes = readBytes(join(folder, "package.json"));
  if (bytes === null) return [];
  const main = /"main"\s*:\s*"([^"]+)"/.exec(new TextDecoder().decode(bytes))?.[1];
  return main === undefined
    ? []
    : ["", ".js", ".cjs", ".json", "/index.js"].map((ending) => join(folder, main + ending));
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** The same, with what each of them is. */
export function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

import { readdirSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import type { Call, FileFact } from "@writ/contracts";
import { namesIn } from "./entries.ts";

type Look = (given: string) => Promise<FileFact>;

/** More matches of patterns are not looked at. */
const mostMatches = 512;

/** What a command names, and what of it could not be looked at. */
export interface Named {
  /** Every file it names, with what it holds. */
  readonly files: readonly (readonly [path: string, hash: string])[];
  readonly unplaced: readonly string[];
}

/** Looks up every workspace or scratch file a command line names: an approved script must not change afterwards. */
export async function namedFiles({ command }: Call, cwd: string, root: string, look: Look): Promise<Named> {
  const { named = [], trees = [], patterns = [] } = command ?? {};
  const unplaced: string[] = [];
  const words = new Set(named);
  for (const pattern of patterns) {
    const matches = matchesOf(pattern, cwd);
    if (matches === null || matches.length > mostMatches) unplaced.push(`which files ${pattern} means`);
    else for (const match of matches) words.add(match);
  }
  for (const tree of trees) {
    const { kind, path, place } = await look(tree);
    if (place === "refused" || place === "outside") continue;
    const held = heldBy(isAbsolute(path) ? path : join(root, path), kind);
    if (held === null) unplaced.push(`what is in ${path}`);
    else for (const file of held) words.add(file);
  }
  const files = new Map<string, string>();
  for (const word of words) {
    const { kind, hash, path } = await look(word);
    if (kind === "file" && hash !== null) files.set(path, hash);
  }
  return { files: [...files], unplaced };
}

/** All that a folder holds, or that a name means whose ending is left out; `null` where that is too much to look at. */
function heldBy(file: string, kind: FileFact["kind"]): string[] | null {
  if (kind === "absent") {
    const [folder, name] = [dirname(file), basename(file)];
    const found = namesIn(folder).filter((one) => one.startsWith(`${name}.`));
    return found.slice(0, mostMatches).map((one) => join(folder, one));
  }
  const found: string[] = [];
  const folders = kind === "directory" ? [file] : [];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesIn(folder)) {
      if (keptByOthers.test(entry.name)) continue;
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else found.push(join(folder, entry.name));
      if (found.length + folders.length > mostMatches) return null;
    }
  }
  return found;
}

/** What git and Writ keep for themselves changes with every call, and is guarded elsewhere. */
const keptByOthers = /^\.(git|orchestration)$/;

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** All a pattern may match now, rather too much than too little; `null` where that cannot be told. */
function matchesOf(pattern: string, cwd: string): string[] | null {
  if (/^~|\*\*|(?:^|\/)\.\.(?:\/|$)/.test(pattern)) return null;
  const isWhole = pattern.startsWith("/");
  let found = [isWhole ? "/" : ""];
  for (const part of pattern.split("/").filter((one) => one !== "" && one !== ".")) {
    const name = nameForm(part);
    found = found.flatMap((folder) =>
      namesIn(isWhole || folder.startsWith("/") ? folder : `${cwd}/${folder}`)
        .filter((one) => name.test(one))
        .map((one) => (folder === "" || folder.endsWith("/") ? folder + one : `${folder}/${one}`)),
    );
    if (found.length > mostMatches) return null;
  }
  return found;
}

/** One name of a pattern: `*` any letters, `?` and a choice any one. */
function nameForm(part: string): RegExp {
  const form = part.replaceAll(/\\(.)|\*|\?|\[[^\]]+\]|[\\^$.|+(){}[\]]/gs, (found, plain: string | undefined) => {
    if (plain !== undefined) return plain.replace(/\W/, "\\$&");
    if (found === "*") return ".*";
    return found === "?" || found.length > 1 ? "." : `\\${found}`;
  });
  return new RegExp(`^${form}$`, "s");
}

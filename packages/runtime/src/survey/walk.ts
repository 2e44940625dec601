import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileFinding } from "@writ/contracts";
import { agentFolders } from "@writ/engine";
import { type Ignore, isIgnored, nothingIgnored, withOwn } from "./ignore.ts";
import { insideOf } from "./inside.ts";
import { keptStamp, type Stamp, stampOf } from "./stamp.ts";

/** What a folder held when it was last looked into, and what tells that it may hold something else now. */
export interface Listing {
  readonly stamp: Stamp;
  /** The stamps of every `.gitignore` on the way here. */
  readonly ignore: string;
  readonly folders: readonly string[];
  /** Folders that are links. */
  readonly links: readonly string[];
  /** Those that are wanted, and `.gitignore`. */
  readonly files: readonly string[];
}

/** The wanted files of a repository, and the folders that were looked into. */
export interface Walked {
  readonly files: readonly string[];
  readonly listings: ReadonlyMap<string, Listing>;
  /** Whether a folder had to be read again. */
  readonly hasChanged: boolean;
  readonly findings: readonly FileFinding[];
}

const deepest = 6;
const mostFolders = 5000;
const mostFiles = 2000;

/** Hidden folders that are looked into; all others are not. */
const shown = new Set<string>([".system", ...agentFolders]);
/** Folders with other people's work, or none at all. */
const skipped = new Set(["node_modules", "bower_components", "vendor", "target", "venv", "__pycache__"]);
/** Below `.system/` abilities are kept in one folder; the others change all the time. */
const ofSystem = new Set(["registry"]);

interface Step {
  readonly path: string;
  readonly depth: number;
  readonly ignore: Ignore;
}

/** Looks for files from the root down, nearest first. Folders that have not changed are not read again. */
export function walk(realRoot: string, wanted: (path: string) => boolean, known: ReadonlyMap<string, Listing>): Walked {
  const files: string[] = [];
  const listings = new Map<string, Listing>();
  const findings: FileFinding[] = [];
  const followed = new Set<string>();
  let hasChanged = false;
  const queue: Step[] = [{ path: "", depth: 0, ignore: nothingIgnored }];
  for (const step of queue) {
    if (listings.size >= mostFolders || files.length >= mostFiles) {
      findings.push({ file: step.path, line: 0, severity: "warning", message: tooMuch });
      break;
    }
    const { path, depth } = step;
    const before = known.get(path);
    const { listing, ignore } = look(realRoot, step, wanted, before);
    if (listing !== before) hasChanged = true;
    listings.set(path, listing);
    for (const name of listing.files) if (name !== ".gitignore") files.push(below(path, name));
    if (depth === deepest) continue;
    for (const name of listing.links) {
      const file = below(path, name);
      const target = insideOf(realRoot, file);
      if (target === null) findings.push({ file, line: 0, severity: "warning", message: leadsOut });
      else if (!followed.has(target)) {
        // Each target once, so that links in a circle end.
        followed.add(target);
        queue.push({ path: file, depth: depth + 1, ignore });
      }
    }
    for (const name of listing.folders) queue.push({ path: below(path, name), depth: depth + 1, ignore });
  }
  return { files: files.slice(0, mostFiles).sort(), listings, hasChanged, findings };
}

const tooMuch = `only the first ${mostFolders} folders and ${mostFiles} files were looked at; this one and others were not.`;
const leadsOut = "it is a link out of the repository and was not followed.";
const below = (path: string, name: string): string => (path === "" ? name : `${path}/${name}`);

/** What a folder holds, and the ignore rules for what is in it. */
function look(
  realRoot: string,
  { path, ignore: outer }: Step,
  wanted: (path: string) => boolean,
  before: Listing | undefined,
): { listing: Listing; ignore: Ignore } {
  const folder = path === "" ? realRoot : `${realRoot}/${path}`;
  const stamp = stampOf(folder);
  const isKnown = before !== undefined && before.stamp === stamp;
  const entries = isKnown ? [] : entriesOf(folder);
  const hasOwn = isKnown ? before.files.includes(".gitignore") : entries.some(({ name }) => name === ".gitignore");
  const ignore = hasOwn ? withOwn(outer, realRoot, path) : outer;
  if (isKnown && before.ignore === ignore.key) return { listing: before, ignore };
  const found = sorted(realRoot, path, isKnown ? entriesOf(folder) : entries, wanted);
  const folders = found.folders.filter((name) => !isIgnored(below(path, name), ignore));
  return { listing: { ...found, folders, stamp: keptStamp(stamp, Date.now()), ignore: ignore.key }, ignore };
}

/** The entries of a folder that matter, by what they are. */
function sorted(realRoot: string, path: string, entries: readonly Dirent[], wanted: (path: string) => boolean) {
  const found = { folders: [] as string[], links: [] as string[], files: [] as string[] };
  const isOfAgents = path.split("/").some((segment) => shown.has(segment));
  for (const entry of entries) {
    const { name } = entry;
    if (entry.isDirectory()) {
      if (isLookedInto(path, name)) found.folders.push(name);
    } else if (name === ".gitignore" || wanted(below(path, name))) found.files.push(name);
    // People share skills between agents by links; elsewhere links are not followed.
    else if (entry.isSymbolicLink() && (isOfAgents || shown.has(name)) && isLookedInto(path, name)) {
      if (isFolder(join(realRoot, path, name))) found.links.push(name);
    }
  }
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // Gone meanwhile, or not for us.
    return [];
  }
}

function isLookedInto(parent: string, name: string): boolean {
  if (/(^|\/)\.system$/.test(parent)) return ofSystem.has(name);
  return name.startsWith(".") ? shown.has(name) : !skipped.has(name);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}

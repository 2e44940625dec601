import { existsSync, readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileNameOf } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";
import { type EraseChoice, isLasting } from "./choose.ts";
import { linesWith } from "./lines-with.ts";
import { isOwnFile } from "./own-files.ts";

/** Where something of whoever was erased still stands. */
export interface LeftBehind {
  /** From the root. */
  file: string;
  /** 0 for the name of the file itself. */
  line: number;
  /** The branches that have the file, where it is not in this tree. */
  branches?: string[];
}

/** What is known of the files, and who hears how far one is. */
interface LookingFor {
  /** Lines that Writ itself put into files of people. */
  shipped?: ReadonlySet<string> | undefined;
  onProgress?: (doneBytes: number) => void;
}

/** More places than this nobody goes through one by one. */
const mostTold = 200;

/**
 * Looks for whoever was erased in everything that Writ keeps or writes: whatever the erasure did not know of is found
 * here, damaged lines and words that people wrote among it. What must stay on record is left out, and so is what Writ
 * wrote itself: a login may be an ordinary word, such as root.
 */
export async function leftBehind(
  workspace: Workspace,
  choice: EraseChoice,
  { shipped = new Set(), onProgress }: LookingFor = {},
): Promise<LeftBehind[]> {
  const words = wordsOf(choice);
  if (words.length === 0) return [];
  const { root, paths } = workspace;
  const form = new RegExp(`(?<!${inWord})(?:${words.map(plain).join("|")})(?!${inWord})`, "iu");
  const ledgers = [paths.traces, paths.decisions, paths.published];
  const left: LeftBehind[] = [];
  const named = "session" in choice ? fileNameOf(choice.session) : null;
  for (const file of [
    ...filesBelow(paths.dir),
    ...filesBelow(join(root, ".system", "logs")),
    ...(await brains(workspace)),
  ]) {
    if (left.length >= mostTold) break;
    const name = relative(root, file).split(sep).join("/");
    // Who is behind a pseudonym goes last, by whoever keeps the names.
    if (name.endsWith(".state/people.json")) continue;
    if (isOwnFile(relative(paths.dir, file).split(sep).join("/"))) continue;
    if (named !== null && name.includes(named)) left.push({ file: name, line: 0 });
    const isLedger = ledgers.some((one) => file.startsWith(one));
    for (const { line, text } of linesWith(file, form, onProgress)) {
      if (isLedger ? isLastingLine(text) : shipped.has(text.trimEnd())) continue;
      left.push({ file: name, line });
      if (left.length >= mostTold) break;
    }
  }
  return left.slice(0, mostTold);
}

/** A letter of any script, a digit or what joins them: a name that is part of a longer word is another word. */
const inWord = "[\\p{L}\\p{M}\\p{N}_-]";

/** A word that is met by chance all over tells nothing. */
const shortest = 3;

function wordsOf(choice: EraseChoice): string[] {
  const words =
    "session" in choice ? [choice.session] : "people" in choice ? [...choice.people, ...(choice.names ?? [])] : [];
  return words.filter((word) => word.length >= shortest);
}

const plain = (word: string): string => word.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&").replace(/\\-/g, "-");

function isLastingLine(line: string): boolean {
  try {
    const { decision }: { decision?: unknown } = JSON.parse(line);
    return isLasting(decision);
  } catch {
    return false;
  }
}

/** The file of lessons, which people and agents write to. */
async function brains({ root, readConfig }: Workspace): Promise<string[]> {
  const name = await readConfig().then(
    ({ config }) => config.brain,
    () => "AGENT.md",
  );
  const file = join(root, name);
  return existsSync(file) ? [file] : [];
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

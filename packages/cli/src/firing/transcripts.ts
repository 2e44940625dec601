import { lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AgentId } from "@writ/contracts";

/** A conversation that an agent keeps a file of. Only names and times are read. */
export interface Transcript {
  readonly agent: AgentId;
  readonly session: string;
  /** When the agent last wrote to it, in milliseconds since 1970. */
  readonly changedAt: number;
}

/** Where an agent keeps one folder for each folder it was started in, and one file for each conversation. */
interface Archive {
  readonly agent: AgentId;
  /** From the home folder. */
  readonly folder: string;
  /** A variable that names the first part of it elsewhere. */
  readonly variable?: string;
  /** Between the folder of a place and the files. */
  readonly inner: string;
  /** Around the spelled path. */
  readonly around: readonly [before: string, after: string];
  readonly session: RegExp;
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

const archives: readonly Archive[] = [
  {
    agent: "claude-code",
    folder: ".claude/projects",
    variable: "CLAUDE_CONFIG_DIR",
    inner: "",
    around: ["", ""],
    session: new RegExp(`^(${uuid})\\.jsonl$`),
  },
  {
    agent: "qwen",
    folder: ".qwen/projects",
    inner: "chats",
    around: ["", ""],
    session: new RegExp(`^(${uuid})\\.jsonl$`),
  },
  {
    agent: "pi",
    folder: ".pi/agent/sessions",
    inner: "",
    around: ["-", "--"],
    session: new RegExp(`_(${uuid})\\.jsonl$`),
  },
];

/** How these agents spell a path in the name of a folder. */
const spelled = (path: string): string => path.replace(/[^a-zA-Z0-9]/g, "-");

/** The conversations with agents that were started in a folder of this workspace, changed after a moment. */
export function transcriptsOf(
  root: string,
  since: number,
  { home, env }: { readonly home: string; readonly env: Readonly<Record<string, string | undefined>> },
): Transcript[] {
  return archives.flatMap(({ agent, folder, variable, inner, around: [before, after], session }) => {
    const named = variable === undefined ? undefined : env[variable];
    const base = named === undefined || named === "" ? join(home, folder) : join(named, basename(folder));
    const places = namesIn(base).filter((name) => {
      const isOne = name.startsWith(before) && name.endsWith(after);
      return isOne && isPlaceOf(root, name.slice(before.length, name.length - after.length));
    });
    return places.flatMap((place) =>
      namesIn(join(base, place, inner)).flatMap((name) => {
        const id = session.exec(name)?.[1];
        const changedAt = id === undefined ? 0 : changeOf(join(base, place, inner, name));
        return id === undefined || changedAt <= since ? [] : [{ agent, session: id, changedAt }];
      }),
    );
  });
}

/** Whether a spelled path can only mean the root, or a folder below it: `/a/b-c` and `/a/b/c` are spelled alike. */
function isPlaceOf(root: string, name: string): boolean {
  const own = spelled(root);
  if (name !== own && !name.startsWith(`${own}-`)) return false;
  const parent = dirname(root);
  const others = foldersIn(parent).filter((other) => other !== basename(root));
  if (others.some((other) => leadsTo(join(parent, other), name))) return false;
  return name === own || foldersIn(root).some((folder) => leadsTo(join(root, folder), name));
}

/** Whether the spelled path is that of a folder, or of one in it. */
function leadsTo(folder: string, name: string): boolean {
  const own = spelled(folder);
  if (name === own) return true;
  return name.startsWith(`${own}-`) && foldersIn(folder).some((inner) => leadsTo(join(folder, inner), name));
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function changeOf(file: string): number {
  return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

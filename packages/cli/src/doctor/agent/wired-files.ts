import { join } from "node:path";
import { type Installed, installedIn, readSettings } from "@writ/adapters/wiring";
import { ProblemError, type Shipped, type WiredFile, type Wiring } from "@writ/contracts";
import { kindAt, readIfThere } from "../../files.ts";

/** A settings file of an agent as it is now. */
export interface FoundFile {
  readonly path: string;
  readonly purpose: string;
  readonly state: "absent" | "wired" | "outdated";
  /** Why Writ cannot be put into it, if it cannot. */
  readonly problem: string | null;
  /** Whether it is a symbolic link: read like any other, and not edited. */
  readonly isLink: boolean;
  /** What of Writ's is in it, and what would be if this version wired it. */
  readonly installed: Installed;
  readonly wanted: Installed;
}

/** The files of an agent, the one with the hooks first. Where none of several is there, it is the one that was `recorded`. */
export async function findFiles(
  root: string,
  wiring: Wiring,
  shipped: Shipped,
  recorded: ReadonlySet<string> = new Set(),
): Promise<FoundFile[]> {
  const personal = wiring.files("personal", shipped);
  return Promise.all(
    wiring.files("team", shipped).map(async (file, at) => {
      const found = await look(root, file, recorded);
      const other = personal[at];
      if (found.state !== "absent" || other === undefined || other.path === file.path) return found;
      const own = await look(root, other, recorded);
      const wasOwn = recorded.has(own.path) && !recorded.has(found.path);
      return own.state === "absent" && !wasOwn ? found : own;
    }),
  );
}

/** Of several files the agent reads the same from, the first that is there counts. */
async function look(root: string, file: WiredFile, recorded: ReadonlySet<string>): Promise<FoundFile> {
  const texts = await Promise.all(
    [...(file.others ?? []), file].map(async (one) => ({ one, text: await read(root, one) })),
  );
  const { one, text } = texts.find((found) => found.text !== null) ??
    texts.find((gone) => recorded.has(gone.one.path)) ?? { one: file, text: null };
  return {
    path: one.path,
    purpose: one.purpose,
    state: one.state(text),
    problem: problemOf(one, text),
    isLink: (await kindAt(join(root, one.path)).catch(() => "other")) === "link",
    installed: installedIn(text === null ? null : readSettings(one.path, text)),
    wanted: installedIn(readSettings(one.path, one.wire(null))),
  };
}

async function read(root: string, { path }: WiredFile): Promise<string | null> {
  return (await readIfThere(join(root, path)).catch(() => null))?.toString("utf8") ?? null;
}

function problemOf(file: WiredFile, text: string | null): string | null {
  try {
    file.wire(text);
    return null;
  } catch (fault) {
    if (!(fault instanceof ProblemError)) throw fault;
    const reason = String(fault.problem.meta.reason);
    return canBeRead(file, text)
      ? `Writ cannot be put into ${file.path}: ${reason}.`
      : `${file.path} cannot be read: ${reason}.`;
  }
}

/** Taking Writ out needs no more than that. */
function canBeRead(file: WiredFile, text: string | null): boolean {
  try {
    file.unwire(text ?? "");
    return true;
  } catch {
    return false;
  }
}

import { constants } from "node:fs";
import { access, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail } from "@writ/contracts";
import { kindAt, readIfThere } from "../files.ts";
import { isInside } from "../paths.ts";

/** A settings file of an agent, as it is on the disk. */
export interface SettingsFile {
  readonly path: string;
  readonly file: string;
  /** `null` where there is none. */
  readonly text: string | null;
  readonly mode: number;
  /** Folders that would have to be made for it, from the root, outermost first. */
  readonly missing: readonly string[];
}

/** Reads a settings file that may be edited. Throws `SETTINGS_INVALID` for one that must be left alone. */
export async function readSettingsFile(root: string, path: string): Promise<SettingsFile> {
  const refuse = (reason: string) => fail("SETTINGS_INVALID", { file: path, reason });
  const file = join(root, path);
  const missing = await missingFolders(root, path);
  const folder = missing === null ? null : missing.length === 0 ? dirname(file) : dirname(join(root, missing[0] ?? ""));
  if (folder === null || missing === null) throw refuse("something that is not a folder is in its way");
  if (!isInside(await realpath(folder), root)) throw refuse("its folder is a link that leads out of the repository");
  const kind = await kindAt(file);
  if (kind === "link") throw refuse("it is a symbolic link");
  if (kind === "directory") throw refuse("it is a folder");
  if (kind === "other") throw refuse("it is not a plain file");
  if (!(await isWritable(folder))) throw refuse("its folder cannot be written to");
  if (kind === "absent") return { path, file, text: null, mode: 0o644, missing };
  const { mode } = await stat(file);
  // Replacing it would work all the same; whoever took the right to write away meant something by it.
  if ((mode & 0o222) === 0 || !(await isWritable(file))) throw refuse("it is read-only");
  const bytes = await readIfThere(file);
  const text = bytes?.toString("utf8") ?? "";
  if (bytes === null || !Buffer.from(text, "utf8").equals(bytes)) throw refuse("it is not UTF-8");
  return { path, file, text, mode: mode & 0o777, missing };
}

/** The folders on the way that are not there; `null` where something else is in their place. */
async function missingFolders(root: string, path: string): Promise<string[] | null> {
  const names = path.split("/").slice(0, -1);
  const missing: string[] = [];
  for (const index of names.keys()) {
    const folder = names.slice(0, index + 1).join("/");
    const kind = missing.length > 0 ? "absent" : await kindAt(join(root, folder));
    if (kind === "absent") missing.push(folder);
    else if (kind !== "directory" && !(kind === "link" && (await isFolder(join(root, folder))))) return null;
  }
  return missing;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function isWritable(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  );
}

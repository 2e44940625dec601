import { hash } from "node:crypto";
import { lstatSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { errorCode, storeFailed } from "../failure.ts";

/**
 * How the names of all files begin that one working copy publishes on one branch. A branch whose name is not fit for a
 * file name on every system gets a digest of its real name, or `feature/a` and `feature-a` would begin alike.
 */
export function publishedStem(branch: string, writer: string): string {
  const plain = branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  const name =
    plain !== "" && plain === branch ? plain : `${plain || "branch"}-${hash("sha256", branch, "hex").slice(0, 6)}`;
  return `${name}-${writer}`;
}

const digits = 12;

/**
 * The name of a published file. It is never written to again, and its name follows from what it holds: wherever two
 * commits bring a file of the same name, they bring the same bytes, so no merge, pick or revert ever meets a conflict.
 */
export function publishedName(stem: string, content: string): string {
  return `${stem}-${hash("sha256", content, "hex").slice(0, digits)}.jsonl`;
}

/** Whether a file, named in whatever folder, was published by this working copy on this branch. */
export function isOfStem(stem: string): (file: string) => boolean {
  return (file) => {
    const name = basename(file);
    return isGrowing(stem, name) || (name.startsWith(`${stem}-`) && rest.test(name.slice(stem.length)));
  };
}

const rest = new RegExp(`^-[0-9a-f]{${digits}}\\.jsonl$`);

/** What a name says of the file: who wrote it, and the beginning of its content's hash. */
export function contentIn(name: string): { writer: string; digest: string } | null {
  const [, writer, digest] = whole.exec(name) ?? [];
  return writer === undefined || digest === undefined ? null : { writer, digest };
}

const whole = new RegExp(`-([0-9a-f]{12})-([0-9a-f]{${digits}})\\.jsonl$`);

/** Whether a path, from the folder of published files and with `/`, is one that publishing gives a file. */
export const isPublishedPath = (path: string): boolean => place.test(path);

const place = new RegExp(
  `^(?:\\d{4}-(?:0\\d|1[0-2])|undated)/[a-z0-9_-]+-[0-9a-f]{12}(?:-[0-9a-f]{${digits}})?\\.jsonl$`,
);

/** The writer whose name comes last: whose file it is, where it is named as files were that grew with each commit. */
export function writerIn(name: string): string | null {
  return /-([0-9a-f]{12})\.jsonl$/.exec(name)?.[1] ?? null;
}

/** Whether it is named as files were that grew with each commit; they are still read. */
export function isGrowing(stem: string, file: string): boolean {
  return basename(file) === `${stem}.jsonl`;
}

/** The month a record is filed under, as its folder is named. */
export function monthOf(timestamp: string): string {
  return /^\d{4}-(0\d|1[0-2])/.exec(timestamp)?.[0] ?? "undated";
}

/** Whether a folder is named as those are that records are filed in. */
export const isMonth = (folder: string): boolean => folder === "undated" || monthOf(folder) === folder;

/** The folders that published files are in. */
export async function monthsIn(folder: string): Promise<string[]> {
  const months = (await entriesOf(folder)).filter((month) => month.isDirectory());
  return months.map(({ name }) => join(folder, name)).sort();
}

/** All published files in a folder, month by month. */
export async function listPublished(folder: string): Promise<string[]> {
  const files: string[] = [];
  for await (const file of eachPublished(folder)) files.push(file);
  return files;
}

/** The same one after the other, of which there may be very many: a month's are in memory. */
export async function* eachPublished(folder: string): AsyncGenerator<string> {
  for (const month of await monthsIn(folder)) {
    const entries = (await entriesOf(month)).filter((entry) => entry.isFile() && entry.name.endsWith(".jsonl"));
    yield* entries.map(({ name }) => `${month}${sep}${name}`).sort();
  }
}

/**
 * What lies below the folder of published files and is no plain file that publishing gives: nobody reads it, so records
 * that were moved there would be out of sight.
 */
export async function strangeIn(folder: string): Promise<string[]> {
  const strange: string[] = [];
  const look = async (path: string): Promise<void> => {
    for (const entry of await entriesOf(join(folder, path))) {
      const name = path === "" ? entry.name : `${path}/${entry.name}`;
      const isOne = isPublishedPath(name);
      if (entry.isDirectory() && !isOne) await look(name);
      else if (!entry.isFile() || !isOne) strange.push(join(folder, name));
    }
  };
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats !== undefined && !stats.isDirectory()) return [folder];
  await look("");
  return strange.sort();
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "")) return [];
    throw storeFailed("read", folder, error);
  }
}

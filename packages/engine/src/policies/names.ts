import type { Facts } from "@writ/contracts";

/** What of a path follows the name it goes through, with its slash; `null` when it does not go through it. */
export function beyond(path: string, at: string, files: Facts["files"]): string | null {
  for (const [long, short] of [
    [plain(path), plain(at)],
    [identityOf(path, files), identityOf(at, files)],
  ]) {
    if (long === undefined || short === undefined) continue;
    if (long === short) return "";
    if (short === "" || short === ".") return /^(?:\/|\.\.)/.test(long) ? null : `/${long}`;
    if (long.startsWith(`${short}/`)) return long.slice(short.length);
  }
  return null;
}

/** Where a name itself lies, links before it followed, as far as anybody has looked. */
export function identityOf(given: string, files: Facts["files"]): string | undefined {
  const fact = Object.hasOwn(files, given) ? files[given] : undefined;
  return fact === undefined || fact.place === "refused" ? undefined : (fact.entry ?? fact.path);
}

/** The folder of a path as spelled, with its slash; empty when it has none. */
export const folderOf = (path: string): string => path.slice(0, path.replace(/\/+$/, "").lastIndexOf("/") + 1);

/** The spelling without what changes nothing. */
function plain(path: string): string {
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  return (path.startsWith("/") ? "/" : "") + names.join("/");
}

/** Why a path of somebody else's record is not taken; `null` when it is one inside of a repository. */
export function pathProblem(path: string): string | null {
  if (path.trim() === "") return "a path is empty";
  if (path.includes("\0")) return "a path has a NUL in it";
  if (/[\p{Cc}\p{Cs}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(path))
    return `the path ${quoted(path)} has a character in it that no name needs`;
  if (/^[/\\~]|^[a-z]:|^[a-z][a-z0-9+.-]*:[/\\]/i.test(path))
    return `the path ${quoted(path)} does not begin at the root of the repository`;
  if (path.split(/[/\\]/).includes("..")) return `the path ${quoted(path)} leads out of its folder with ..`;
  if (path === "__proto__") return `the path ${quoted(path)} is none that can be kept`;
  if (path.length > longest) return `the path ${quoted(path)} is longer than any`;
  return null;
}

/** A path as records spell it. */
export function toRecordPath(path: string): string {
  return path
    .replaceAll("\\", "/")
    .replaceAll(/\/{2,}/g, "/")
    .replaceAll(/(^|\/)(?:\.\/)+/g, "$1");
}

const longest = 4096;
const shown = 120;
const quoted = (text: string): string => JSON.stringify(text.length > shown ? `${text.slice(0, shown)}…` : text);

import { homedir, userInfo } from "node:os";
import { isAbsolute } from "node:path";

/** What systems give users without a home; nothing is ever there. */
const nowhere = "/nonexistent";

/** The home that the environment names, then the one in the user database. */
const sources = [homedir, () => userInfo().homedir];

/**
 * The user's home folder, always absolute. Containers run programs with an empty `HOME`, or under a user id that the
 * user database does not contain; the system's own answer is then empty, or an error.
 */
export function homeFolder(): string {
  return homeFolders()[0] ?? nowhere;
}

/** Every home folder the user is known by. */
export function homeFolders(from: readonly (() => string)[] = sources): string[] {
  const found = from.flatMap((read) => {
    try {
      return [read()];
    } catch {
      return [];
    }
  });
  return [...new Set(found)].filter((home) => isAbsolute(home));
}

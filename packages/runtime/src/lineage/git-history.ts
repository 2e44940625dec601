import { gitTop } from "../git/folders.ts";
import { repositoryOf } from "../git/inner.ts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { objectFormat } from "./object-ids.ts";
import { gitMs, type Tree } from "./tree.ts";

/** A content a file had in a commit, and the name it had then, from the root. */
interface Committed {
  path: string;
  /** Git's id of it. */
  object: string;
}

/** When something happened. */
interface Then {
  /** The commit the work tree stood at before it. */
  revision?: string | undefined;
  /** ISO-8601; where nothing else tells when it was. Anybody may give a commit any date. */
  at?: string | undefined;
}

/** What git knows of one file. */
export interface GitHistory {
  /** How the repository names contents; `null` outside git. */
  readonly format: ReturnType<typeof objectFormat>;
  /** The contents it had, newest first, under the names it had. Empty outside git. */
  contents(): Promise<readonly Committed[]>;
  /** The bytes of one of them; `null` where git has them no more, or not yet. */
  read(object: string): Promise<Uint8Array | null>;
  /** The text it had before something happened; `null` where there was none. */
  textBefore(then: Then): Promise<string | null>;
  /** The text it had in the first commit after a moment; `null` where there is none. */
  textAfter(moment: string): Promise<string | null>;
}

/** Asks git about a file, when it is asked: most answers need no git. */
export function gitHistory(
  root: string,
  path: string,
  { revision, ahead }: Pick<Tree, "revision" | "ahead">,
): GitHistory {
  const { cwd, prefix } = repositoryOf(root, path);
  const run = async (...args: string[]) => (gitTop(cwd) === null ? null : runGit(cwd, args, startClock(gitMs)));
  let contents: Promise<readonly Committed[]> | null = null;
  return {
    format: objectFormat(cwd),
    contents() {
      contents ??= readContents(cwd, prefix, path.slice(prefix.length), revision);
      return contents;
    },
    read: async (object) => ahead?.(object) ?? (await run("cat-file", "blob", object)),
    async textBefore(then) {
      const name = path.slice(prefix.length);
      const ask = async (...args: string[]) => (await run(...args))?.toString().trim() ?? "";
      const known =
        then.revision === undefined ? "" : await ask("rev-parse", "--verify", "--quiet", `${then.revision}^{commit}`);
      const commit =
        known || then.at === undefined
          ? known
          : await ask("rev-list", "-1", `--before=${secondBefore(then.at)}`, revision ?? "HEAD", "--", name);
      return commit === "" ? null : ((await run("show", `${commit}:./${name}`))?.toString() ?? null);
    },
    async textAfter(moment) {
      if (Number.isNaN(Date.parse(moment))) return null;
      const name = path.slice(prefix.length);
      const found = await run(
        "rev-list",
        "--reverse",
        `--after=${secondBefore(moment)}`,
        revision ?? "HEAD",
        "--",
        name,
      );
      const commit = found?.toString().split("\n")[0] ?? "";
      return commit === "" ? null : ((await run("show", `${commit}:./${name}`))?.toString() ?? null);
    },
  };
}

/** Git counts in seconds: a commit of the same one may have come after. */
const secondBefore = (moment: string): string => {
  const time = Date.parse(moment);
  return new Date((Number.isNaN(time) ? 0 : Math.floor(time / 1000) * 1000) - 1000).toISOString();
};

async function readContents(
  cwd: string,
  prefix: string,
  path: string,
  revision: string | null,
): Promise<readonly Committed[]> {
  if (gitTop(cwd) === null) return [];
  const form = ["--format=", "--raw", "--no-abbrev", "--relative", "-z"];
  const args = ["log", ...form, "--follow", "-m", "--first-parent", revision ?? "HEAD", "--", path];
  const out = (await runGit(cwd, args, startClock(gitMs)))?.toString() ?? "";
  const found: Committed[] = [];
  const parts = out.split("\0");
  for (let at = 0; at < parts.length; at += 1) {
    const raw = /^\n?:\d+ \d+ [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(parts[at] ?? "");
    if (raw === null) continue;
    const [, object = "", status] = raw;
    const names = status === "R" || status === "C" ? 2 : 1;
    found.push({ path: prefix + (parts[at + names] ?? path), object });
    // A file that was made by copying another one is not that one: what comes now is the other's history.
    if (status === "C") break;
    // A file that was renamed had another name before.
    if (status === "R") found.push({ path: prefix + (parts[at + 1] ?? path), object: "" });
    at += names;
  }
  return found.filter(({ object }) => !/^0+$/.test(object));
}

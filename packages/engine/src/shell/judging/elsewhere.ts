import { type Scene, standing } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";

/** An address of this machine is no path. */
const local = /\bhttps?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^,\s]*)?/g;
const streams = /^\/dev\/(null|stdout|stderr|tty)$/;

/** Code of a registry, a repository or an address: `npm:x`, `github:a/b`, `git@host:a/b`. */
const foreign =
  /^(--?[\w.-]+=)?((npm|jsr|github|gitlab|bitbucket|gist|node|data|blob|file|git(\+\w+)?|ssh|hg|svn|s3|gs|oci):|[\w.-]+@[\w-]+(\.[\w-]+)+:)\S/;
/** A word that is a list or a set of settings: `{"globalSetup":"/x"}`. */
const structured = /^(--?[\w.-]+[=:])?\s*[{[("'`](?=.*["'`:])/s;

/** What every way out of the workspace has in it. */
const mayLead = /[:/~]|\.\./;

/** The first word that names something outside of the workspace, or `null`. */
export function outsideIn(args: readonly Arg[], scene: Scene): string | null {
  const isElsewhere = (text: string): boolean =>
    mayLead.test(text) && (foreign.test(text) || pathsIn(text).some(isOutside(scene)));
  return args.flatMap(textOf).find(isElsewhere) ?? null;
}

/** A file pattern stands where what it matches lies. */
const textOf = ({ literal, pattern }: Arg): string[] => {
  const text = literal ?? pattern?.replaceAll(/\\(.)/g, "$1");
  return text === undefined ? [] : [text];
};

/** What may be a path in a word: `--out=a`, `-Ia`, `a:b` and `a,b` hold some. */
function pathsIn(text: string): string[] {
  const bare = /^-[A-Za-z]([./~].*)$/.exec(text)?.[1];
  const ends = structured.test(text) ? /[=,:;"'`[\]{}()\s]/ : /[=,:]/;
  return [...(bare === undefined ? [] : [bare]), ...text.replace(local, "").replace(/^@/, "").split(ends)].filter(
    (part) => !streams.test(part),
  );
}

function isOutside({ dir, world }: Scene): (path: string) => boolean {
  const { cwd, root } = world;
  return (path) => {
    if (/\s/.test(path)) return false;
    if (path.startsWith("~")) return true;
    if (path.startsWith("/")) return root === undefined || standing({ dir: path, world }) === "unknown";
    if (!path.split("/").includes("..")) return false;
    if (dir === null) return true;
    const here = dir.startsWith("/") ? dir : root !== undefined && cwd !== undefined ? `${cwd}/${dir}` : dir;
    const start = root !== undefined && here.startsWith(root) ? here.slice(root.length) : here;
    return climbs(`${start}/${path}`);
  };
}

/** Whether a path from the root leaves it on the way. */
function climbs(path: string): boolean {
  let depth = 0;
  for (const part of path.split("/")) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

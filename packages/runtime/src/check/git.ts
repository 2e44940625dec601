import { fail } from "@writ/contracts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";
import { looseName } from "../workspace/loose-text.ts";

/** Git in one workspace; what a hook of git's handed down is given on purpose, or not at all. */
export interface Git {
  /** What git printed; `null` where it failed. */
  ask(args: readonly string[], input?: string | Buffer, env?: NodeJS.ProcessEnv): Promise<Buffer | null>;
  /** The same, with a problem where it failed. */
  run(args: readonly string[], input?: string | Buffer, env?: NodeJS.ProcessEnv): Promise<Buffer>;
}

/** The difference of a whole year takes a while. */
const longestMs = 300_000;

/** Questions whose answer stays what it is until something is written. */
const questions = new Set(["cat-file", "ls-tree", "merge-base", "rev-list", "rev-parse", "show-ref"]);

const writers = new Set(["add", "commit-tree", "hash-object", "read-tree", "write-tree"]);

/** Longer questions and answers are not kept. */
const mostKeptBytes = 256 * 1024;

/** Asks git each of these questions once, until something is written. */
export function gitIn(root: string): Git {
  const known = new Map<string, Promise<Buffer | null>>();
  const askAnew: Git["ask"] = (args, input, env) => runGit(root, args, startClock(longestMs), input, env);
  const ask: Git["ask"] = (args, input = "", env) => {
    const [verb = ""] = args;
    if (writers.has(verb)) known.clear();
    if (env !== undefined || !questions.has(verb) || input.length > mostKeptBytes) return askAnew(args, input, env);
    const question = [...args, input.toString("latin1")].join("\0");
    const answer = known.get(question) ?? askAnew(args, input);
    known.set(question, answer);
    const forget = () => known.get(question) === answer && known.delete(question);
    answer.then((out) => (out?.length ?? 0) > mostKeptBytes && forget(), forget);
    return answer;
  };
  return {
    ask,
    async run(args, input, env) {
      const out = await ask(args, input, env);
      if (out !== null) return out;
      throw fail("STORE_FAILED", { action: `run git ${args[0] ?? ""}`, reason: "git failed or is not there" });
    },
  };
}

/** The bytes of many objects at once, by their ids. Those git does not have are left out. */
export async function readObjects(git: Git, ids: readonly string[]): Promise<Map<string, Buffer>> {
  const wanted = [...new Set(ids)];
  const found = new Map<string, Buffer>();
  if (wanted.length === 0) return found;
  const out = await git.run(["cat-file", "--batch"], `${wanted.join("\n")}\n`);
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(10, at);
    if (end === -1) break;
    const [id = "", kind, size] = out.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (kind === "missing" || size === undefined) continue;
    found.set(id, out.subarray(at, at + Number(size)));
    at += Number(size) + 1;
  }
  return found;
}

/** How large objects are, in bytes; 0 for those git does not have. */
export async function sizesOf(git: Git, ids: readonly string[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const out = await git.run(["cat-file", "--batch-check=%(objectsize)"], ids.map((id) => `${id}\n`).join(""));
  const sizes = out.toString("latin1").split("\n");
  return ids.map((_, at) => Number(sizes[at]) || 0);
}

/** How much of them is in memory at a time. */
const mostBytes = 16 * 1024 * 1024;

/** The same as `readObjects`, for more than there may be room for. */
export async function* eachObject(git: Git, ids: readonly string[]): AsyncGenerator<[id: string, bytes: Buffer]> {
  const wanted = [...new Set(ids)];
  const sizes = await sizesOf(git, wanted);
  let part: string[] = [];
  let room = mostBytes;
  for (const [at, id] of wanted.entries()) {
    const size = sizes[at] ?? 0;
    if (part.length > 0 && size > room) {
      yield* await readObjects(git, part);
      [part, room] = [[], mostBytes];
    }
    part.push(id);
    room -= size;
  }
  yield* await readObjects(git, part);
}

/** One file of a commit, or a repository within it. */
export interface TreeEntry {
  path: string;
  mode: string;
  object: string;
}

/** The files of a commit below these paths, from the root. */
export async function listTree(git: Git, revision: string, paths: readonly string[]): Promise<TreeEntry[]> {
  const out = await git.run(["ls-tree", "-r", "-z", revision, "--", ...paths]);
  return looseName(out)
    .split("\0")
    .flatMap((line) => {
      const entry = /^(\d+) (?:blob|commit) ([0-9a-f]+)\t([\s\S]+)$/.exec(line);
      return entry === null ? [] : [{ mode: entry[1] ?? "", object: entry[2] ?? "", path: entry[3] ?? "" }];
    });
}

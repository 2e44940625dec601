import type { LineSpan } from "@writ/contracts";
import { parseAdded, parseRaw, type RawChange } from "@writ/engine/check";
import { type Git, readObjects } from "./git.ts";

/** What differs between two commits: the files, and the new lines of each. */
export interface Difference {
  changes: RawChange[];
  added: Map<string, LineSpan[]>;
}

const form = ["-M", "--relative"];
const patchForm = [
  ...form,
  "-U0",
  "--no-color",
  "--no-ext-diff",
  "--no-textconv",
  "--src-prefix=a/",
  "--dst-prefix=b/",
  "--submodule=short",
];
/** Records are compared as records. */
const unread = ["--", ".", ":(exclude).orchestration/ledger", ":(exclude).orchestration/agent_trace.jsonl"];

/** Asks git once for all files. */
export async function differenceBetween(git: Git, base: string, head: string): Promise<Difference> {
  const ask = async (...args: string[]) => (await git.run(["diff", ...args])).toString();
  const changes = parseRaw(await ask(...form, "--raw", "-z", "--no-abbrev", base, head));
  const added = parseAdded(await ask(...patchForm, base, head, ...unread));
  const hidden = await textsCalledBinary(git, changes, await ask(...form, "--numstat", "-z", base, head));
  if (hidden.length > 0) {
    const env = { GIT_LITERAL_PATHSPECS: "1" };
    const patch = await git.run(["diff", ...patchForm, "--text", base, head, "--", ...hidden], "", env);
    for (const [path, spans] of parseAdded(patch.toString())) added.set(path, spans);
  }
  return { changes, added };
}

/** As git tells binary files, where nobody says otherwise. */
const looked = 8000;

/** A change may bring attributes that call a text binary, so that nobody sees its lines: they are read all the same. */
async function textsCalledBinary(git: Git, changes: readonly RawChange[], numstat: string): Promise<string[]> {
  const parts = numstat.split("\0");
  const binary = new Set(
    parts.flatMap((part, at) => {
      const [, path] = /^-\t-\t(.*)$/s.exec(part) ?? [];
      // A renamed file has both names behind it.
      return path === undefined ? [] : [path === "" ? (parts[at + 2] ?? "") : path];
    }),
  );
  const called = changes.filter(({ path, isFile, blob }) => isFile && blob !== null && binary.has(path));
  const objects = await readObjects(
    git,
    called.flatMap(({ blob }) => blob ?? []),
  );
  return called
    .filter(
      ({ blob }) =>
        objects
          .get(blob ?? "")
          ?.subarray(0, looked)
          .includes(0) === false,
    )
    .flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
}

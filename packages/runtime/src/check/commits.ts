import { type AgentCommit, agentIn, type CheckFacts, type LeftFile } from "@writ/engine/check";
import { sidecarName } from "../locate.ts";
import { withAdded } from "./added-by.ts";
import { filesLeftBy, prefixOf } from "./files-left-by.ts";
import type { Git } from "./git.ts";
import { ledgerPaths } from "./ledger-between.ts";
import type { UntoldIn } from "./untold-removals.ts";

/** A commit of the range; `agent` is who signed it. */
interface Listed {
  id: string;
  parents: readonly string[];
  agent: string | null;
}

/** Two commits, and whether Writ guards what the change left, or goes into. */
interface Compared {
  base: string;
  head: string;
  isGuarded: boolean;
  /** Whether a file that has or had this name differs between the two. */
  isChanged(path: string): boolean;
  untoldIn: UntoldIn;
}

/** The commits of a range that an agent signed, and what each left where it changed something. */
export async function agentCommits(
  git: Git,
  { base, head, isGuarded, isChanged, untoldIn }: Compared,
): Promise<Pick<CheckFacts, "commits" | "cameWith" | "places">> {
  const all = await commitsOf(git, `${base}..${head}`);
  if (all.every(({ agent }) => agent === null)) return { commits: [], cameWith: new Map(), places: new Map() };
  const watched = isGuarded ? new Set(all.map(({ id }) => id)) : await underWrit(git, all);
  const signed = all.flatMap(({ id, agent }, nth) => (agent === null || !watched.has(id) ? [] : [{ id, agent, nth }]));
  const files = await filesLeftBy(
    git,
    signed.map(({ id }) => id),
  );
  const commits: AgentCommit[] = [];
  for (const commit of signed) {
    const changed = new Map([...(files.get(commit.id) ?? [])].filter(([path]) => isChanged(path)));
    const left = new Map<string, LeftFile>();
    for (const [path, { blob, added }] of await withAdded(git, changed)) {
      const what = changed.get(path);
      left.set(path, { blob, added, untold: what === undefined ? 0 : await untoldIn(path, what) });
    }
    commits.push({ ...commit, files: left });
  }
  const places = new Map(all.map(({ id }, nth) => [id, nth]));
  return { commits, places, cameWith: await cameWith(git, `${base}..${head}`, places) };
}

/** Those of a range, what a commit is made from before it. */
async function commitsOf(git: Git, range: string): Promise<Listed[]> {
  const form = "--format=%H%n%P%n%an <%ae>%n%cn <%ce>%n%B";
  const out = (await git.run(["log", "-z", "--topo-order", "--reverse", form, range])).toString();
  return out.split("\0").flatMap((text): Listed[] => {
    const [id = "", parents = "", author = "", committer = "", ...message] = text.replace(/^\n/, "").split("\n");
    if (id === "") return [];
    const agent = agentIn([author, committer, ...signaturesIn(message)].join("\n"));
    return [{ id, parents: parents.split(" "), agent }];
  });
}

/** What a message says of who made the commit; a trailer may go on in lines that are indented. */
function signaturesIn(lines: readonly string[]): string[] {
  let isFolded = false;
  return lines.filter((line) => {
    isFolded = isSignature(line) || (isFolded && /^[ \t]+\S/.test(line));
    return isFolded;
  });
}

/** The rest of it may speak of anybody. */
const isSignature = (line: string): boolean =>
  /^\s*(?:co-?authored-by|assisted-by|generated-by|signed-off-by|agent|.{0,4}generated (?:with|by))\b/i.test(line);

/**
 * Where a change brings Writ, nothing could be recorded before that. From then on it could, also in a commit that has no
 * sidecar any more: what a commit takes away does not choose who looks at it.
 */
async function underWrit(git: Git, commits: readonly Listed[]): Promise<Set<string>> {
  const prefix = await prefixOf(git);
  const names = commits.map(({ id }) => `${id}:${prefix}${sidecarName}\n`).join("");
  const found = (await git.run(["cat-file", "--batch-check=%(objecttype)"], names)).toString().split("\n");
  const watched = new Set<string>();
  for (const [at, { id, parents }] of commits.entries())
    if (found[at]?.endsWith(" missing") === false || parents.some((parent) => watched.has(parent))) watched.add(id);
  return watched;
}

/** By the id of a published record, the place of the commit that brought it. */
async function cameWith(git: Git, range: string, order: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const form = ["--topo-order", "--reverse", "--format=%x00%H", "-p", "-U0", "--text"];
  const plain = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
  const out = (await git.run(["log", ...form, ...plain, range, "--", ...ledgerPaths])).toString("latin1");
  const came = new Map<string, number>();
  for (const part of out.split("\0")) {
    const nth = order.get(part.slice(0, part.indexOf("\n")));
    if (nth === undefined) continue;
    for (const [, id = ""] of part.matchAll(/^\+\{"id":"([^"\\]+)"/gm)) if (!came.has(id)) came.set(id, nth);
  }
  return came;
}

import { type AgentCommit, agentIn, type CheckFacts } from "@writ/engine/check";
import { sidecarName } from "../locate.ts";
import { filesLeftBy, prefixOf } from "./files-left-by.ts";
import type { Git } from "./git.ts";
import { ledgerPaths } from "./ledger-between.ts";

type Signed = Pick<AgentCommit, "id" | "agent" | "nth">;

/** The commits of a range that an agent signed, and what each left where it changed something. */
export async function agentCommits(
  git: Git,
  base: string,
  head: string,
): Promise<Pick<CheckFacts, "commits" | "cameWith">> {
  const form = "--format=%H%n%an <%ae>%n%cn <%ce>%n%B";
  const out = (await git.run(["log", "-z", "--topo-order", "--reverse", form, `${base}..${head}`])).toString();
  const order = new Map<string, number>();
  const signed = out.split("\0").flatMap((text, nth): Signed[] => {
    const [id = "", author = "", committer = "", ...message] = text.replace(/^\n/, "").split("\n");
    order.set(id, nth);
    const agent = id === "" ? null : agentIn([author, committer, ...message.filter(isSignature)].join("\n"));
    return agent === null ? [] : [{ id, agent, nth }];
  });
  if (signed.length === 0) return { commits: [], cameWith: new Map() };
  const watched = await underWrit(git, signed, await prefixOf(git));
  const files = await filesLeftBy(
    git,
    watched.map(({ id }) => id),
  );
  return {
    commits: watched.map((commit) => ({ ...commit, files: files.get(commit.id) ?? {} })),
    cameWith: await cameWith(git, `${base}..${head}`, order),
  };
}

/** What a message says of who made the commit; the rest of it may speak of anybody. */
const isSignature = (line: string): boolean =>
  /^\s*(?:co-?authored-by|assisted-by|generated-by|signed-off-by|agent|.{0,4}generated (?:with|by))\b/i.test(line);

/** Before Writ was there, nothing could be recorded. */
async function underWrit(git: Git, commits: readonly Signed[], prefix: string): Promise<Signed[]> {
  const names = commits.map(({ id }) => `${id}:${prefix}${sidecarName}\n`).join("");
  const found = (await git.run(["cat-file", "--batch-check=%(objecttype)"], names)).toString().split("\n");
  return commits.filter((_, at) => found[at]?.endsWith(" missing") === false);
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

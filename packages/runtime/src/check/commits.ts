import { type AgentCommit, agentIn } from "@writ/engine/check";
import type { Git } from "./git.ts";

/** The commits of a range that an agent signed, and what they changed. A merge changes nothing of its own. */
export async function agentCommits(git: Git, base: string, head: string): Promise<AgentCommit[]> {
  const form = "--format=%H%n%an <%ae>%n%cn <%ce>%n%B";
  const out = (await git.run(["log", "-z", "--no-merges", form, `${base}..${head}`])).toString();
  const signed = out.split("\0").flatMap((text) => {
    const [id = "", author = "", committer = "", ...message] = text.replace(/^\n/, "").split("\n");
    const agent = id === "" ? null : agentIn([author, committer, ...message.filter(isSignature)].join("\n"));
    return agent === null ? [] : [{ id, agent }];
  });
  const commits: AgentCommit[] = [];
  for (const { id, agent } of signed) {
    const names = await git.run(["diff-tree", "-r", "-z", "--root", "--no-commit-id", "--name-only", "--relative", id]);
    commits.push({
      id,
      agent,
      paths: names
        .toString()
        .split("\0")
        .filter((path) => path !== ""),
    });
  }
  return commits;
}

/** What a message says of who made the commit; the rest of it may speak of anybody. */
const isSignature = (line: string): boolean =>
  /^\s*(?:co-?authored-by|assisted-by|generated-by|signed-off-by|agent|.{0,4}generated (?:with|by))\b/i.test(line);

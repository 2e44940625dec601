import type { Shipped, Wiring } from "@writ/contracts";
import type { GitFiles } from "../../setup/git-files.ts";
import type { FoundFile } from "./wired-files.ts";

/** The files that `init` leaves out for a person who wired the agent for themselves: git tracks them, so they are everybody's. */
export async function leftOutOf(
  wiring: Wiring,
  [hooks, ...others]: readonly FoundFile[],
  { shipped, git }: { readonly shipped: Shipped; readonly git: GitFiles },
): Promise<FoundFile[]> {
  const absent = others.filter(({ state }) => state === "absent");
  if (hooks === undefined || hooks.state === "absent" || absent.length === 0) return [];
  const [team] = wiring.files("team", shipped);
  const [personal] = wiring.files("personal", shipped);
  const isPersonal =
    team?.path === personal?.path
      ? (await git.isIgnored(hooks.path)) && !(await git.isTracked(hooks.path))
      : hooks.path === personal?.path;
  const isTracked = await Promise.all(absent.map(({ path }) => git.isTracked(path)));
  return isPersonal ? absent.filter((_, at) => isTracked[at]) : [];
}

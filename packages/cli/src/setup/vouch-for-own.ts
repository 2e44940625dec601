import { contentsAt, patchOf } from "@writ/runtime";
import { recordAnswer, vouch } from "../answers.ts";
import type { Context } from "../io.ts";
import { isIdle } from "./change.ts";
import type { GitFiles } from "./git-files.ts";
import { changesOf, type InstallPlan } from "./install.ts";

async function isCommitted(root: string, path: string, { run }: Context): Promise<boolean> {
  return (await run("git", ["cat-file", "-e", `HEAD:./${path}`], { cwd: root })).code === 0;
}

/** Says that a person wanted what was written; to be called once it is. */
export type VouchForOwn = (yes: boolean) => Promise<void>;

/**
 * Where Writ is at home already, a change of its settings is one of the guard: whoever runs `init` wants what it writes,
 * and that is on record. Only of files that nobody else has changed in this branch: nobody looked at more.
 */
export async function vouchForOwn(
  root: string,
  plan: InstallPlan,
  git: GitFiles,
  context: Context,
): Promise<VouchForOwn> {
  const isHome = await isCommitted(root, ".orchestration/active_intents.yaml", context);
  const changes = isHome ? [...changesOf(plan), ...plan.wiring.agents.flatMap((agent) => agent.changes)] : [];
  const own = changes.filter((change) => !isIdle(change)).map(({ path }) => path);
  const paths: string[] = [];
  for (const path of new Set(own))
    if (!/^(?:\.git\/|\.\.|\/|~)/.test(path) && (await patchOf(root, path)) === "") paths.push(path);
  return async (yes) => {
    const shared: string[] = [];
    for (const path of paths) if (!(await git.isIgnored(path))) shared.push(path);
    if (shared.length === 0) return;
    const writ = await context.openWritAt(root);
    const voucher = await vouch(writ, context);
    const assurance = yes ? "script" : voucher.assurance;
    const contents = await contentsAt(root, shared);
    await recordAnswer(writ, context, "approved", { ...voucher, assurance }, { paths: shared, contents });
  };
}

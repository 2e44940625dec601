import { join, sep } from "node:path";
import type { Call, Config, Intent, PendingCall, Session } from "@writ/contracts";
import { defaultConfig } from "@writ/contracts";
import { type Author, ownerOf, scopeOf, tierOf } from "@writ/engine";
import { linkedGuards, scratchFolders } from "../../identity/index.ts";
import type { Workspace } from "../../workspace/types.ts";

const nobodys = (): boolean => false;

/** What is known of a call that ended, to judge what it changed. */
export function authorOf(
  { root, ports }: Workspace,
  {
    call,
    pending,
    session,
    config,
    intent,
  }: {
    call: Call;
    pending: Pick<PendingCall, "files">;
    session: Session;
    config: Config;
    intent: Intent | undefined;
  },
): Author {
  const named = pending.files.flatMap(({ path, from }) => (from === undefined ? [path] : [path, from]));
  const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
  const sensitive =
    config.brain === defaultConfig.brain ? config.sensitive_paths : [...config.sensitive_paths, config.brain];
  const guarded = [...linkedGuards(root), ...(ports.events?.guarded() ?? [])];
  const scratch = scratchFolders(root, config.scratch).filter((folder) => folder.startsWith(root + sep));
  return {
    owns: intent === undefined ? nobodys : ownerOf(scopeOf(intent, { session })),
    isNamed: (path) => named.some((one) => within(path, one)),
    isScratch: (path) => scratch.some((folder) => join(root, path).startsWith(folder + sep)),
    tier: (path) => tierOf(path, sensitive, guarded),
    derives: call.command?.class === "runs" || (call.command?.runners ?? []).length > 0,
  };
}

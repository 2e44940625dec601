import type { Approver } from "@writ/contracts";
import { isSidecarGone, locate, terminalApprover as plain, type Terminal } from "@writ/runtime";

/** Whether no governed session of the workspace around the working folder could type at the terminal of this process. */
async function isUsersTerminal(): Promise<boolean> {
  const { root } = await locate(process.cwd());
  if (root === null || isSidecarGone(root) || !process.stdin.isTTY || !process.stdout.isTTY) return false;
  const [{ createWrit, knownSessions }, { originOf }, { surroundingsOf }] = await Promise.all([
    import("../open-writ.ts"),
    import("./origin.ts"),
    import("./surroundings.ts"),
  ]);
  const writ = await createWrit(root);
  try {
    const origin = await originOf(surroundingsOf(process), await knownSessions(writ));
    return origin.kind === "outside" && origin.terminal === null;
  } finally {
    await writ.close();
  }
}

/**
 * Asks on a terminal. An answer counts as `tty` by the same rule as that of `writ approve`: at the terminal of this
 * process, where no governed session could type. Anywhere else it counts as `script`.
 */
export function terminalApprover(terminal: Terminal): Approver {
  const isOwn = terminal.input === process.stdin && terminal.output === process.stdout;
  return plain(terminal, async () => isOwn && (await isUsersTerminal().catch(() => false)));
}

import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Bed, command } from "./scenarios/cli-bed.ts";

/** Whether this process may start others as another user (util-linux). */
export const canChangeUser = process.getuid?.() === 0 && spawnSync("setpriv", ["--version"]).error === undefined;

/** `nobody`, who owns nothing. */
export const nobody = 65534;
/** A user id that the user database does not contain, as containers use them. */
export const unlisted = 54321;

/** Runs `writ` in a folder as another user, without a home. */
export function asOther(cwd: string, uid: number, args: readonly string[], env: Bed["env"]) {
  const as = [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups"];
  const { status, stdout, stderr } = spawnSync("setpriv", [...as, ...readableCommand(as), ...args], {
    cwd,
    env: { ...env },
    encoding: "utf8",
  });
  return { code: status, out: stdout, err: stderr };
}

let copy: [node: string, script: string] | undefined;

/** Copies of the command, and of Node where it needs one: a checkout may lie in a folder that only its owner may enter. */
function readableCommand(as: readonly string[]): [node: string, script: string] {
  if (copy !== undefined) return copy;
  const folder = mkdtempSync(join(tmpdir(), "writ-readable-"));
  process.once("exit", () => rmSync(folder, { recursive: true }));
  const cli = dirname(dirname(command));
  for (const name of ["bin", "dist", "hooks", "shim", "package.json"])
    cpSync(join(cli, name), join(folder, name), { recursive: true });
  // `setpriv` itself may still start what the user cannot reach, so `env` tries.
  const canStartNode = spawnSync("setpriv", [...as, "env", process.execPath, "--version"]).status === 0;
  if (!canStartNode) copyFileSync(process.execPath, join(folder, "node"));
  spawnSync("chmod", ["-R", "a+rX", folder]);
  copy = [canStartNode ? process.execPath : join(folder, "node"), join(folder, "bin", "writ.cjs")];
  return copy;
}

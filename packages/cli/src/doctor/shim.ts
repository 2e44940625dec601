import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { basename, join } from "node:path";
import { shimPath } from "@writ/adapters";
import { sha256 } from "@writ/runtime";
import { readIfThere } from "../files.ts";
import type { Context } from "../io.ts";
import { releaseOfShim } from "../setup/former-shims.ts";
import { readShippedShim } from "../setup/shipped.ts";
import { error, type Finding, ok, warning } from "./finding.ts";
import { isNodeRecent } from "./machine.ts";
import { onPath } from "./on-path.ts";

const init = "Run: writ init";

/** What was found of the shim. */
export interface ShimLook {
  readonly findings: readonly Finding[];
  /** Whether a release of Writ shipped it and it leads to a Writ of this machine: a repository could bring another one. */
  readonly isOwn: boolean;
  /** Whether no release of Writ shipped it. */
  readonly isForeign: boolean;
}

/** The shim in the repository, and the Writ it leads to where no daemon runs. */
export async function lookAtShim(root: string, context: Context): Promise<ShimLook> {
  const { isForeign, ...shim } = await file(root, context);
  if (isForeign) return { findings: [shim.finding], isOwn: false, isForeign };
  const behind = await command(root, context);
  return {
    findings: [shim.finding, ...behind],
    isForeign,
    isOwn: shim.finding.level !== "error" && behind.every(({ level, about }) => level === "ok" || about === "version"),
  };
}

async function file(root: string, context: Context): Promise<{ finding: Finding; isForeign: boolean }> {
  const known = (finding: Finding) => ({ finding, isForeign: false });
  const there = (await readIfThere(join(root, shimPath)).catch(() => null))?.toString("utf8");
  if (there === undefined)
    return known(error("shim", `${shimPath} is missing, so hooks find Writ only where it is on the PATH.`, init));
  const shipped = await readShippedShim(basename(shimPath), context);
  if (there === shipped) return known(ok("shim", "shim as shipped"));
  if (there.replaceAll("\r\n", "\n") === shipped)
    return known(error("shim", `${shimPath} has Windows line endings, with which bash cannot run it.`, init));
  const release = releaseOfShim(sha256(there));
  if (release !== null)
    return known(
      warning(
        "shim",
        `${shimPath} is the shim of Writ ${release}: hooks as this version installs them take no answer from it.`,
        init,
      ),
    );
  const said = `${shimPath} is not the one Writ ships, so nobody knows whether hooks are answered. It was not run, and neither was anything behind it.`;
  return { finding: error("shim", said, init), isForeign: true };
}

/** What `.state/command` says: the Node and the script that answer hooks, one a line. */
async function command(root: string, context: Context): Promise<Finding[]> {
  const text = (await readIfThere(join(root, ".orchestration", ".state", "command")).catch(() => null))?.toString(
    "utf8",
  );
  const [node = "", script = ""] = text?.split(/\r?\n/) ?? [];
  if (text === undefined) return [await withoutCommand(root, context)];
  if (!(await isThere(node, constants.X_OK)))
    return [error("command", `The Node that answers hooks is gone: ${node || "none is named"}.`, init)];
  if (!(await isThere(script, constants.R_OK)))
    return [error("command", `The Writ that answers hooks is gone: ${script || "none is named"}.`, init)];
  return [...(await nodeOf(node, context)), ...(await versionOf(node, script, context))];
}

async function withoutCommand(root: string, context: Context): Promise<Finding> {
  const isFound =
    (await onPath("writ", context)) !== null ||
    (await isThere(join(root, "node_modules", ".bin", "writ"), constants.R_OK));
  return isFound
    ? warning("command", "Hooks are not told where Writ is, and find it only if the agent has your PATH.", init)
    : error("command", "Hooks are not told where Writ is, and it is not on the PATH: they refuse every change.", init);
}

async function nodeOf(node: string, { run }: Context): Promise<Finding[]> {
  const { code, stdout } = await run(node, ["--version"]);
  const version = stdout.trim().replace(/^v/, "");
  if (code !== 0) return [error("command", `${node} cannot be run.`, init)];
  if (isNodeRecent(version)) return [];
  return [
    error("command", `Hooks run on Node ${version}, which is too old.`, "Install a newer Node, then run: writ init"),
  ];
}

async function versionOf(node: string, script: string, { run, self }: Context): Promise<Finding[]> {
  const { code, stdout } = await run(node, [script, "--version"]);
  const version = stdout.trim();
  if (code !== 0) return [error("command", `The Writ that answers hooks cannot be run: ${script}`, init)];
  if (version === self.version) return [ok("command", `leads to Writ ${version}`)];
  return [warning("version", `Hooks are answered by Writ ${version}, and this is Writ ${self.version}.`, init)];
}

async function isThere(path: string, mode: number): Promise<boolean> {
  if (path === "") return false;
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

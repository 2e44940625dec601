import { relative, sep } from "node:path";
import { fail } from "@writ/contracts";
import { sidecarPaths } from "@writ/runtime";

/** Throws for a file from the root that is a ledger: Writ wrote it, and records of it would be about themselves. */
export function refuseOwnLedger(root: string, path: string, typed: string): void {
  const { traces, decisions, published } = sidecarPaths(root);
  const [live, answers, folder] = [traces, decisions, published].map((one) => relative(root, one).split(sep).join("/"));
  if (path !== live && path !== answers && !path.startsWith(`${folder}/`)) return;
  throw fail("USAGE", {
    message: `${typed} is a ledger of Writ itself, and nobody else writes lines of it.`,
    fix: "What it holds: writ log. Whether anybody changed it: writ verify",
  });
}

import { readIfThere } from "../files.ts";
import { hasBlock } from "../setup/commit-hook.ts";
import { planHook } from "../setup/hook-changes.ts";
import { findPlace } from "../setup/place.ts";
import { type Check, ok, warning } from "./finding.ts";

/** The commit hook publishes, with the lines this version would write. */
export const commitHook: Check = async (root, context) => {
  const { hook } = await findPlace(root, context);
  if (hook === null) return [ok("commit hook", "no git, so no commit hook")];
  const { changes } = await planHook(root, hook, context.self.script, context.platform);
  const skipped = changes.find(({ action }) => action === "skip");
  if (skipped !== undefined && "reason" in skipped) {
    return [
      warning(
        "commit hook",
        `${skipped.path} is left alone: ${skipped.reason ?? ""}`,
        "Then commits publish their records.",
      ),
    ];
  }
  if (changes.every(({ action }) => action === "keep")) return [ok("commit hook", "commits publish")];
  const text = (await readIfThere(hook.file))?.toString("utf8") ?? "";
  // Another copy of Writ may have written it; it works as it is.
  if (hasBlock(text)) return [ok("commit hook", "commits publish, with another copy of Writ")];
  return [warning("commit hook", "Commits do not publish their records.", "Run: writ init")];
};

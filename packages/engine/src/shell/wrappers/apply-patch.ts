import { parseApplyPatch } from "../../patch/apply-patch.ts";
import { toEffects } from "../../patch/effects.ts";
import type { PatchRead } from "../../patch/patched-file.ts";
import { parseUnifiedDiff } from "../../patch/unified.ts";
import { changes, type Finding, opaque, placed, type Scene } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";

/** Codex runs `apply_patch` from the shell: the patch in a here-document or as the only word names its files. */
export function judgePatchCommand(args: readonly Arg[], scene: Scene, program: string): Finding {
  const text = args.length === 0 ? scene.input : args.length === 1 ? (args[0]?.literal ?? null) : null;
  return patches(text === null ? null : parseApplyPatch(text), scene, program);
}

/** A diff that arrives in a here-document, for a program that takes so many folders off its names. */
export function judgePatchInput(scene: Scene, program: string, strip: 0 | 1): Finding {
  const { input } = scene;
  return patches(input === null || isLoose(input) ? null : parseUnifiedDiff(input, strip), scene, program);
}

/** `patch` looks for its file by more names than those of the two sides, and ends a name at a blank. */
function isLoose(diff: string): boolean {
  if (/^\s*(Index|Prereq):/m.test(diff) || /^(---|\+\+\+) [^\t\n]*\S \S/m.test(diff)) return true;
  const sides = new Set([...diff.matchAll(/^(?:---|\+\+\+) (\S+)/gm)].map(([, name]) => name));
  const headers = [...diff.matchAll(/^diff --git (\S+) (\S+)$/gm)];
  return sides.size > 0 && headers.some(([, old, fresh]) => !sides.has(old) && !sides.has(fresh));
}

function patches(parsed: PatchRead | null, scene: Scene, program: string): Finding {
  if (parsed?.ok !== true) return opaque("the patch cannot be read", program);
  const effects = toEffects(parsed.files, "inferred").map((effect) => ({
    ...effect,
    path: effect.path === null ? null : placed(effect.path, scene),
    ...(effect.to !== undefined && { to: placed(effect.to, scene) ?? effect.to }),
    ...(effect.from !== undefined && { from: placed(effect.from, scene) ?? effect.from }),
  }));
  if (effects.some(({ path }) => path === null)) return opaque("the patch changes a folder that is not known", program);
  return changes(effects);
}

import { parseApplyPatch } from "../patch/apply-patch.ts";
import { parsePatch, toEffects } from "../patch/effects.ts";
import type { Arg } from "./arg.ts";
import { changes, type Finding, opaque, placed, type Scene } from "./finding.ts";

/** Codex runs `apply_patch` from the shell: the patch in a here-document or as the only word names its files. */
export function judgePatchCommand(args: readonly Arg[], scene: Scene, program: string): Finding {
  const text = args.length === 0 ? scene.input : args.length === 1 ? (args[0]?.literal ?? null) : null;
  return patches(text === null ? null : parseApplyPatch(text), scene, program);
}

/** A patch that arrives in a here-document, in any format. */
export function judgePatchInput(scene: Scene, program: string): Finding {
  return patches(scene.input === null ? null : parsePatch(scene.input), scene, program);
}

function patches(parsed: ReturnType<typeof parsePatch> | null, scene: Scene, program: string): Finding {
  if (parsed?.ok !== true) return opaque("the patch cannot be read", program);
  const effects = toEffects(parsed.files, "inferred").map((effect) => ({
    ...effect,
    path: effect.path === null ? null : placed(effect.path, scene),
    ...(effect.from !== undefined && { from: placed(effect.from, scene) ?? effect.from }),
  }));
  if (effects.some(({ path }) => path === null)) return opaque("the patch changes a folder that is not known", program);
  return changes(effects);
}

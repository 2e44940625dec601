import { realpathSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { fail } from "@writ/contracts";
import { split, walk } from "../../identity/walk.ts";

/** Where a path named by a handler really is, links followed. Throws when that is not below the root. */
export function inside(root: string, path: string): string {
  const real = realpathSync.native(root);
  const segments = namesIn(root, real, path);
  const found = walk(real, segments);
  if (!found.ok) throw refused(path, found.reason);
  if (found.real !== real && !found.real.startsWith(real.endsWith(sep) ? real : real + sep)) {
    throw refused(path, "a link in it leads out of the repository");
  }
  return found.real;
}

/** The names of a path, from the real root on. */
export function namesIn(root: string, real: string, path: string): string[] {
  const { segments } = split(fromRoot(root, real, path));
  // A path often comes from an agent, and `..` after a link can be read in two ways.
  if (segments.includes("..")) throw refused(path, "it leaves its folder by ..");
  return segments;
}

function fromRoot(root: string, real: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const inner = [resolve(root), real].map((base) => relative(base, path)).find((rest) => !rest.startsWith(".."));
  if (inner === undefined || isAbsolute(inner)) throw refused(path, "it lies outside the repository");
  return inner;
}

/** Why a path is not used. */
export function refused(path: string, reason: string): Error {
  return fail("STORE_FAILED", { action: `use ${JSON.stringify(path)}`, reason, file: path });
}

import { isProtected } from "../paths/protected.ts";
import { runsTheGate } from "./rules/gate.ts";

/**
 * Whether a file in a folder above the workspace, named from there with `../`, is part of what guards it: the build
 * server, and agents, look into those folders too. What lies beside the workspace is somebody else's.
 */
export function guardsFromAbove(path: string): boolean {
  const name = path.replace(/^(?:\.\.\/)+/, "");
  const isBeside = name.includes("/") && !/^(?:\.|action\/)/.test(name);
  // What a checkout makes of the guard is said there as well.
  return name !== path && !isBeside && (isProtected(name) || runsTheGate(name) || name === ".gitattributes");
}

import { realpathSync } from "node:fs";
import { type Obstacle, obstacleOn } from "./obstacle.ts";

/** What Writ and its own hooks write below `.system/`. */
const files = [
  "logs/hooks.log",
  "logs/tool_call.md",
  "cache/ability_usage.json",
  "cache/matcher_suggestions.json",
  "cache/build_check.json",
  "cache/abilities.json",
  "cache/knowledge.json",
];

/** What keeps Writ from writing its logs and caches: a repository may bring links in their place. */
export function barredFiles(root: string): Obstacle[] {
  const real = realpathSync.native(root);
  const found = files.flatMap((file) => obstacleOn(real, [".system", ...file.split("/")]) ?? []);
  return found.filter(({ path }, at) => found.findIndex((one) => one.path === path) === at);
}

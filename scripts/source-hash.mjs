import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** Where a build leaves the hash of what it was made from. */
export const stampFile = join(root, ".build", "bundles.json");

/**
 * @param {string} folder
 * @returns {string[]}
 */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() && !entry.name.endsWith(".test.ts") ? [path] : [];
  });
}

/**
 * The content of one file, as a hash.
 * @param {string} path
 */
export const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** One hash over everything the bundles are made from. */
export function hashOfSources() {
  const packages = join(root, "packages");
  const files = readdirSync(packages).flatMap((name) => [
    join(packages, name, "package.json"),
    ...filesIn(join(packages, name, "src")),
    ...filesIn(join(packages, name, "plugins")),
  ]);
  files.push(
    join(root, "package-lock.json"),
    join(root, "scripts", "build.mjs"),
    join(root, "schema", "hook.schema.json"),
  );
  const hash = createHash("sha256");
  for (const file of files.filter((path) => existsSync(path)).sort()) {
    hash.update(file.slice(root.length)).update("\0").update(hashOf(file)).update("\n");
  }
  return hash.digest("hex");
}

/** Whether the bundles are there and were made from the sources as they are now. */
export function isBuilt() {
  try {
    const stamp = JSON.parse(readFileSync(stampFile, "utf8"));
    return (
      stamp.sources === hashOfSources() &&
      stamp.outputs.every((/** @type {string} */ path) => existsSync(join(root, path)))
    );
  } catch {
    return false;
  }
}

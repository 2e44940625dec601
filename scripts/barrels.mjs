// esbuild splits by which files an entry can reach, and through a package's index it reaches all of them. So, while
// bundling, an import from `@writ/x` is taken from the very file that has the name.
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./source-hash.mjs";

const imports = /^import (type )?\{([^}]*)\} from "@writ\/([a-z]+)";$/gm;
const exports = /^export (?:type )?\{([^}]*)\} from "(\.\/[^"]+)";$/gm;

/**
 * The names in the braces of an import or export: what it is there, and what it is called here.
 * @param {string} list
 */
function namesIn(list) {
  return list
    .split(",")
    .map((item) => item.trim().replace(/^type /, ""))
    .filter((item) => item !== "")
    .map((item) => {
      const [there = "", here = there] = item.split(" as ");
      return { there, here };
    });
}

/** @type {Map<string, Map<string, { file: string, name: string }>>} */
const known = new Map();

/**
 * Where each name of a package really is.
 * @param {string} name
 */
function barrelOf(name) {
  const found = known.get(name);
  if (found !== undefined) return found;
  const folder = join(root, "packages", name, "src");
  const text = readFileSync(join(folder, "index.ts"), "utf8");
  const names = new Map();
  for (const [, list = "", file = ""] of text.matchAll(exports)) {
    for (const { there, here } of namesIn(list)) names.set(here, { file: join(folder, file), name: there });
  }
  known.set(name, names);
  return names;
}

/**
 * @param {string} text
 * @returns {string}
 */
function direct(text) {
  return text.replace(imports, (whole, type, list, name) => {
    if (type !== undefined) return "";
    const values = list
      .split(",")
      .map((/** @type {string} */ item) => item.trim())
      .filter((/** @type {string} */ item) => item !== "" && !item.startsWith("type "));
    const lines = namesIn(values.join(",")).map(({ there, here }) => {
      const place = barrelOf(name).get(there);
      return place === undefined ? null : `import { ${place.name} as ${here} } from ${JSON.stringify(place.file)};`;
    });
    return lines.includes(null) ? whole : lines.join("\n");
  });
}

/** @type {import("esbuild").Plugin} */
export const withoutBarrels = {
  name: "without-barrels",
  setup({ onLoad }) {
    known.clear();
    onLoad({ filter: /packages[\\/][a-z]+[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      if (path.endsWith("index.ts") && /packages[\\/][a-z]+[\\/]src[\\/]index\.ts$/.test(path)) return undefined;
      return { contents: direct(await readFile(path, "utf8")), loader: "ts" };
    });
  },
};

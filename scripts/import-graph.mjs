// Which file leads to which, read from the text of the imports: enough to choose tests, and done in a second.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { root } from "./source-hash.mjs";

const fromPattern = /\b(?:from|import)\s*\(?\s*"([^"]+)"/g;
const urlPattern = /new URL\(\s*"([^"]+)",\s*import\.meta\.url/g;
const namedPattern = /(?:import|export) (?:type )?\{([^}]*)\} from "@writ\/([a-z]+)"/g;
const barrelPattern = /export (?:type )?\{([^}]*)\} from "(\.\/[^"]+)"/g;

/** @param {...string} args */
const git = (...args) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 })
    .split("\0")
    .filter((path) => path !== "");

/** Every file git knows or would take, that is there. */
export const filesHere = () =>
  git("ls-files", "-z", "--cached", "--others", "--exclude-standard").filter((path) => existsSync(join(root, path)));

/** @param {string} list */
const namesIn = (list) =>
  list
    .split(",")
    .map((item) => item.trim().replace(/^type /, ""))
    .filter((item) => item !== "");

/**
 * The files each file leads to. What comes through a package's index leads to the very files that have the names.
 * @param {readonly string[]} files from the root of the repository
 * @returns {Map<string, Set<string>>}
 */
export function importGraph(files) {
  const known = new Set(files);
  const texts = new Map(
    files
      .filter((path) => /\.(?:ts|mts|mjs|js|cjs)$/.test(path))
      .map((path) => [path, readFileSync(join(root, path), "utf8")]),
  );
  const homes = new Map();
  for (const path of files) {
    const [, name] = /^packages\/([a-z]+)\/src\/index\.ts$/.exec(path) ?? [];
    if (name === undefined) continue;
    for (const [, list = "", file = ""] of (texts.get(path) ?? "").matchAll(barrelPattern))
      for (const item of namesIn(list))
        homes.set(`${name} ${item.split(" as ").at(-1)}`, posix.join(dirname(path), file));
  }
  const graph = new Map();
  for (const [path, text] of texts) {
    const leadsTo = new Set();
    for (const pattern of [fromPattern, urlPattern])
      for (const [, specifier = ""] of text.matchAll(pattern)) {
        if (specifier.startsWith(".")) leadsTo.add(posix.join(dirname(path), specifier));
        const [, name, entry] = /^@writ\/([a-z]+)\/(.+)$/.exec(specifier) ?? [];
        if (name !== undefined)
          for (const end of [".ts", "/index.ts"]) leadsTo.add(`packages/${name}/src/${entry}${end}`);
      }
    for (const [, list = "", name] of text.matchAll(namedPattern))
      for (const item of namesIn(list)) leadsTo.add(homes.get(`${name} ${item.split(" as ")[0]}`));
    graph.set(path, new Set([...leadsTo].filter((target) => known.has(target))));
  }
  return graph;
}

/**
 * How many imports away each file is from the ones named; the files that lead to none of them are missing.
 * @param {Map<string, Set<string>>} graph
 * @param {readonly string[]} targets
 * @returns {Map<string, number>}
 */
export function distancesTo(graph, targets) {
  const importers = new Map();
  for (const [path, leadsTo] of graph)
    for (const target of leadsTo) importers.set(target, [...(importers.get(target) ?? []), path]);
  const distances = new Map(targets.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

// The declarations `writ` ships: those its entry leads to, and no others. Through a package's index an entry would lead to
// all of them, so a name is taken from the very file that declares it.
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { root } from "./source-hash.mjs";

const named = /^(import|export)( type)? \{([^}]*)\} from "@writ\/([a-z]+(?:\/[a-z]+)?)";$/gm;
const inline = /import\("@writ\/([a-z]+(?:\/[a-z]+)?)"\)\.([A-Za-z]\w*)/g;
const reexports = /^export (?:type )?\{([^}]*)\} from "([^"]+)";$/gm;
const relatives = /(?:from |import\()"(\.[^"]*)\.js"/g;

/** @type {Map<string, string>} */
const texts = new Map();

/**
 * A declaration as the compiler left it. `id` is `package/path.d.ts`.
 * @param {string} id
 */
function read(id) {
  const [name = "", ...path] = id.split("/");
  const from = join(root, "packages", name, ...(name === "cli" ? [".build", "types"] : ["dist"]));
  const text = texts.get(id) ?? readFileSync(join(from, ...path), "utf8");
  texts.set(id, text);
  return text;
}

/**
 * The file of a package that declares a name.
 * @param {string} name
 * @param {string} wanted
 * @returns {string}
 */
function homeOf(name, wanted) {
  for (const [, list = "", file = ""] of read(`${name}/index.d.ts`).matchAll(reexports)) {
    if (
      !itemsOf(list).some(
        (item) =>
          item
            .replace(/^type /, "")
            .split(" as ")
            .at(-1) === wanted,
      )
    )
      continue;
    const other = /^@writ\/([a-z]+(?:\/[a-z]+)?)$/.exec(file)?.[1];
    return other === undefined ? posix.join(name, file.replace(/\.ts$/, ".d.ts")) : homeOf(other, wanted);
  }
  throw new Error(`@writ/${name} does not export ${wanted}.`);
}

/** @param {string} list */
function itemsOf(list) {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}

/**
 * The way from one declaration to another, as an import spells it.
 * @param {string} from
 * @param {string} to
 */
function way(from, to) {
  const path = posix.relative(posix.dirname(from), to).replace(/\.d\.ts$/, ".js");
  return path.startsWith(".") ? path : `./${path}`;
}

/**
 * @param {string} id
 * @returns {string}
 */
function rewritten(id) {
  return read(id)
    .replace(named, (_, word, type = "", list, name) =>
      itemsOf(list)
        .map((item) => {
          const [there = ""] = item.replace(/^type /, "").split(" as ");
          return `${word}${type} { ${item} } from "${way(id, homeOf(name, there))}";`;
        })
        .join("\n"),
    )
    .replace(inline, (_, name, wanted) => `import("${way(id, homeOf(name, wanted))}").${wanted}`)
    .replace(/(from |import\()"(\.[^"]*)\.ts"/g, (_, before, path) => `${before}"${path}.js"`);
}

/**
 * Every declaration the entry leads to, by its path.
 * @param {string} entry
 */
export function declarationsFrom(entry) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    const text = rewritten(id);
    found.set(id, text);
    for (const [, path = ""] of text.matchAll(relatives)) waiting.push(posix.join(posix.dirname(id), `${path}.d.ts`));
  }
  return found;
}

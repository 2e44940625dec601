// Lays the pieces that an entry always loads into one file: finding and opening each costs a cold start more than
// reading it. What is loaded later stays in files of its own, and shares the modules of the first through a registry.
import { transform } from "esbuild";

/** @typedef {{ name: string, code: string, isEntry: boolean, eager: string[] }} Piece */

/** The registry, as text: a piece is asked for by its file name, wherever it is. */
const registry = `
const loaded = new Map();
const load = (name) => {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  loaded.set(name, module);
  (here[name] ?? require("./chunks/" + name))(module, module.exports, find);
  return module.exports;
};
const find = (path) => {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return path.startsWith(".") ? load(name) : require(path);
};
`;

/**
 * A piece as a function of its module, so that nothing runs before it is asked for.
 * @param {string} code
 */
async function toFactory(code) {
  const turned = await transform(code, {
    format: "cjs",
    platform: "node",
    target: "node20.19",
    minify: true,
    supported: { "dynamic-import": false },
  });
  return `(module,exports,require)=>{${turned.code}}`;
}

/**
 * The pieces an entry loads at once, itself included.
 * @param {Map<string, Piece>} pieces
 * @param {string} entry
 */
function eagerFrom(pieces, entry) {
  const found = new Set([entry]);
  for (const name of found) for (const next of pieces.get(name)?.eager ?? []) found.add(next);
  return found;
}

/**
 * @param {Piece[]} list
 * @returns {Promise<{ name: string, code: string }[]>} the entry's file, and one for each piece loaded later
 */
export async function oneFile(list) {
  const pieces = new Map(list.map((piece) => [piece.name, piece]));
  const entry = list.find((piece) => piece.isEntry)?.name ?? "";
  const eager = eagerFrom(pieces, entry);
  const files = [];
  const inside = [];
  for (const { name, code } of list) {
    const factory = await toFactory(code);
    if (eager.has(name)) inside.push(`${JSON.stringify(name)}:${factory}`);
    else files.push({ name, code: `module.exports=${factory};\n` });
  }
  // A function of `require`, ready to be compiled as it stands: gluing it together at every start would copy all of it.
  const code = `(function(require){"use strict";\nconst here={${inside.join(",\n")}};${registry}return load(${JSON.stringify(entry)});\n})\n`;
  // One byte a character is read and kept in half the space.
  const odd = /[^\0-\x7F]/.exec(code);
  if (odd !== null)
    throw new Error(`${entry} is not plain ASCII: ${code.slice(Math.max(0, odd.index - 40), odd.index + 10)}`);
  return [{ name: entry, code }, ...files];
}

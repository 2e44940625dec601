// Lays the pieces that an entry always loads into one file: finding and opening each costs a cold start more than
// reading it. What is loaded later stays in files of its own, and shares the modules of the first through a registry.
import { build, transform } from "esbuild";

/** @typedef {{ name: string, code: string, isEntry: boolean, eager: string[], exports: string[] }} Piece */

/** How both kinds are turned into CommonJS. @type {import("esbuild").CommonOptions} */
const common = {
  format: "cjs",
  platform: "node",
  target: "node20.19",
  minify: true,
  supported: { "dynamic-import": false },
  // Code that is bundled both ways asks whether `import.meta.url` is there.
  logOverride: { "empty-import-meta": "silent" },
};

/**
 * Modules of Node that few starts use: each is loaded when something in it is first asked for, so it can only be
 * imported by the names of what is used.
 */
const seldom = ["node:os", "node:timers/promises"];

/** The registry, as text: a piece is asked for by its file name, wherever it is. */
const registry = `
const loaded = new Map();
const load = (name) => {
  const known = loaded.get(name);
  if (known !== undefined) return known.exports;
  const inside = here.exports.pieces[name];
  const module = { exports: inside === undefined ? {} : inside() };
  loaded.set(name, module);
  if (inside === undefined) require("./chunks/" + name)(module, module.exports, find);
  return module.exports;
};
const outside = Object.create(null);
for (const path of ${JSON.stringify(seldom)}) outside[path] = new Proxy({}, { get: (_, key) => require(path)[key] });
const find = (path) => path.startsWith(".") ? load(path.slice(path.lastIndexOf("/") + 1)) : (outside[path] ??= require(path));
`;

/**
 * A piece as a function of its module, so that nothing runs before it is asked for.
 * @param {string} code
 */
const toFactory = (code) => `(module,exports,require)=>{${code}}`;

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
 * The eager pieces in one scope, since each on its own would bring the same helpers and look the others up at every
 * start; what later pieces want of them is in `pieces`, made when one asks.
 * @param {Map<string, Piece>} pieces
 * @param {Set<string>} eager
 */
async function merge(pieces, eager) {
  const names = [...eager];
  const imports = [];
  const table = [];
  for (const [at, name] of names.entries()) {
    const given = pieces.get(name)?.exports ?? [];
    const taken = given.map((item, n) => `${item} as p${at}_${n}`);
    const getters = given.map((item, n) => `get ${item}() { return p${at}_${n}; }`);
    imports.push(`import { ${taken.join(", ")} } from ${JSON.stringify(`./${name}`)};`);
    table.push(`${JSON.stringify(name)}: () => ({ ${getters.join(", ")} })`);
  }
  const { outputFiles } = await build({
    ...common,
    stdin: { contents: `${imports.join("\n")}\nexport const pieces = { ${table.join(", ")} };`, resolveDir: "/" },
    bundle: true,
    write: false,
    logLevel: "warning",
    plugins: [
      {
        name: "pieces",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /.*/ }, ({ path }) => {
            const name = path.slice(path.lastIndexOf("/") + 1);
            if (path.startsWith(".") && eager.has(name)) return { path: name, namespace: "piece" };
            return { path, external: true };
          });
          onLoad({ filter: /.*/, namespace: "piece" }, ({ path }) => ({ contents: pieces.get(path)?.code ?? "" }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
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
  for (const { name, code } of list.filter((piece) => !eager.has(piece.name)))
    files.push({ name, code: `module.exports=${toFactory((await transform(code, common)).code)};\n` });
  const inside = toFactory(await merge(pieces, eager));
  // A function of `require`, ready to be compiled as it stands: gluing it together at every start would copy all of it.
  const code = `(function(require){"use strict";\nconst here={exports:{pieces:{}}};${registry}(${inside})(here,here.exports,find);return load(${JSON.stringify(entry)});\n})\n`;
  for (const { name, code: text } of [{ name: entry, code }, ...files]) {
    const whole = seldom.find((path) => text.includes(`(require(${JSON.stringify(path)})`));
    if (whole !== undefined) throw new Error(`${name} imports all of ${whole}: import what it uses by name`);
  }
  // One byte a character is read and kept in half the space.
  const odd = /[^\0-\x7F]/.exec(code);
  if (odd !== null)
    throw new Error(`${entry} is not plain ASCII: ${code.slice(Math.max(0, odd.index - 40), odd.index + 10)}`);
  return [{ name: entry, code }, ...files];
}

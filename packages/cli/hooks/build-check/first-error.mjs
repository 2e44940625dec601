// Where the first error of a build is, as far as its output says so in one of the usual ways.
import { existsSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** `path` and `line`, by name, in one line of output. More specific ones come first. */
const places = [
  // tsc: src/a.ts(58,5): error TS2322, or src/a.ts:58:5 - error TS2322
  /^(?<path>(?:[A-Za-z]:)?[^\s(:][^(:]*)\((?<line>\d+),\d+\): error/,
  /^(?<path>(?:[A-Za-z]:)?[^\s:]+):(?<line>\d+):\d+ - error/,
  // maven: [ERROR] /shop/A.java:[12,5]
  /^\[ERROR\]\s+(?<path>(?:[A-Za-z]:)?[^:[]+):\[(?<line>\d+)/,
  // kotlin: e: file:///shop/A.kt:12:5, or e: /shop/A.kt: (12, 5)
  /^e: (?:file:\/\/)?(?<path>(?:\/?[A-Za-z]:)?[^:]+):(?<line>\d+):\d+/,
  /^e: (?<path>(?:[A-Za-z]:)?[^:]+): \((?<line>\d+), \d+\)/,
  // gradle: Build file '/shop/build.gradle' line: 12
  /^(?:Build|Script|Settings) file '(?<path>[^']+)' line: (?<line>\d+)/,
  // javac, mypy, go, ruff, esbuild and most others: path:line
  /^(?:vet: )?(?<path>(?:[A-Za-z]:)?[^\s:'"()]+\.[A-Za-z0-9]+):(?<line>\d+)(?::\d+)?(?=[:\s]|$)/,
];
/** rustc and ruff say what is wrong first and where in the next line; eslint the file first; Python the other way. */
const arrow = /^--> (?<path>[^:]+(?::\\[^:]+)?):(?<line>\d+):\d+/;
const eslintFile = /^(?:[A-Za-z]:)?[^\s:]+\.[A-Za-z]+$/;
const eslintError = /^(?<line>\d+):\d+\s+error\s/;
const pythonFrame = /File "(?<path>[^"]+)", line (?<line>\d+)/;

const languages = {
  ts: "TypeScript",
  tsx: "TypeScript",
  mts: "TypeScript",
  cts: "TypeScript",
  vue: "Vue",
  svelte: "Svelte",
  js: "JavaScript",
  jsx: "JavaScript",
  mjs: "JavaScript",
  cjs: "JavaScript",
  rs: "Rust",
  go: "Go",
  java: "Java",
  kt: "Kotlin",
  kts: "Kotlin",
  scala: "Scala",
  groovy: "Groovy",
  gradle: "Gradle",
  py: "Python",
  pyi: "Python",
};

/**
 * `{path, line, language, text}` of the first error in a file of this repository, or null. Compilers name files as seen
 * from where they run, so each of `folders` is tried in turn, and the root last.
 */
export function firstError(output, root, folders) {
  const state = { isWarning: false, file: null, frame: null };
  for (const raw of output.split("\n").slice(0, 20_000)) {
    const text = stripVTControlCharacters(raw.slice(0, 2000)).trim();
    const found = placeIn(text, state);
    const path = found === null ? null : fileAt(found.path, root, folders);
    if (path === null) continue;
    const error = { path, line: Number(found.line), language: languages[path.split(".").at(-1)], text };
    // The last call in a Python traceback is where it went wrong; the others led there.
    if (!pythonFrame.test(text)) return state.frame ?? error;
    state.frame = error;
  }
  return state.frame;
}

function placeIn(text, state) {
  if (/^(warning|error)\b/.test(text)) state.isWarning = text.startsWith("warning");
  if (eslintFile.test(text)) state.file = text;
  const lint = eslintError.exec(text);
  if (lint !== null && state.file !== null) return { path: state.file, line: lint.groups.line };
  const pointed = arrow.exec(text);
  if (pointed !== null) return state.isWarning ? null : pointed.groups;
  // A warning is not what stopped the build.
  if (/\bwarning\b/i.test(text) && !/\berror\b/i.test(text)) return null;
  const place = places.map((pattern) => pattern.exec(text)).find((match) => match !== null);
  return (place ?? pythonFrame.exec(text))?.groups ?? null;
}

/** The file as named from the root; null when it is none of this repository's own. */
function fileAt(path, root, folders) {
  const candidates = isAbsolute(path) ? [path] : [...folders, "."].map((folder) => join(root, folder, path));
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) return null;
  const shown = relative(root, found).split(sep).join("/");
  return shown.startsWith("..") || isAbsolute(shown) || /(^|\/)node_modules\//.test(shown) ? null : shown;
}

const mostLines = 10;
/** What a package manager adds to a failure: that there was one. */
const managerNoise = /^(npm (error|ERR!|notice|warn)|ELIFECYCLE|error Command failed with exit code)/;

/** The last lines of a build's output that say anything: where no place is named, they tell most. */
export function lastLines(output) {
  const all = output.slice(-50_000).split("\n");
  const lines = all.map((line) => stripVTControlCharacters(line).trim()).filter((line) => line !== "");
  const told = lines.filter((line) => !managerNoise.test(line));
  return (told.length > 0 ? told : lines).slice(-mostLines);
}

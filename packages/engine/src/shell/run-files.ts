import { searched } from "./code/python-shadows.ts";
import { type Finding, placed, type Scene } from "./finding.ts";
import type { Arg } from "./syntax/arg.ts";

/*
 * What an interpreter runs beside the one file that is its operand: modules it is told to load, and files that its code
 * names. They count where they are there.
 */

/** How one kind of interpreter is told what to run. */
interface Interpreter {
  readonly programs: RegExp;
  /** Options whose value is a file or module to run. */
  readonly loads: RegExp;
  /** Options whose value is code. */
  readonly code?: RegExp;
  /** What code loads: the first group is a file or module. */
  readonly loading?: RegExp;
  /** The operands are run too, unless the judge already found which. */
  readonly operands?: true;
  /** The files a module may be. */
  readonly files: (module: string) => readonly string[];
  /** The folder in which it looks for modules before it takes its own, if there is one. */
  readonly searches?: (args: readonly Arg[]) => string | null;
}

const itself = (name: string): string[] => [name];
const endings =
  (...all: readonly string[]) =>
  (name: string): string[] =>
    /^[./~]|\//.test(name) ? ["", ...all].map((ending) => name + ending) : [name];

function pythonFiles(name: string): string[] {
  if (!/^\w+(\.\w+)*$/.test(name) || name.endsWith(".py")) return [name];
  const path = name.replaceAll(".", "/");
  const first = path.split("/")[0];
  return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`, `${first}.py`, `${first}/__init__.py`];
}

/**
 * Where the command stands for `-m` and `-c`, and that of the script otherwise; none when it is told so, and for a test
 * runner, since what that loads is what sessions are there to change.
 */
function searchedFirst(args: readonly Arg[]): string | null {
  const at = args.findIndex(({ literal }, index) => {
    if (/^-[WX]$/.test(args[index - 1]?.literal ?? "")) return false;
    return literal === null || literal === "-" || !literal.startsWith("-") || /^-[A-Za-z]*[mc]/.test(literal);
  });
  const told = args[at]?.literal ?? null;
  if (told === null || args.slice(0, at + 1).some(({ literal }) => /^-[A-Za-z]*[IP]/.test(literal ?? ""))) return null;
  if (told === "-") return ".";
  if (!told.startsWith("-")) return told.includes("/") ? told.replace(/\/[^/]*$/, "") || "/" : ".";
  const module = /m(.*)$/.exec(told)?.[1] || args[at + 1]?.literal;
  return /^(pytest|unittest|nose2?|tox|nox|coverage)$/.test(module ?? "") ? null : ".";
}

const interpreters: readonly Interpreter[] = [
  {
    programs: /^(node|nodejs|tsx|ts-node|esno|jiti|vite-node)$/,
    loads:
      /^(?:-r|--(?:require|import|(?:experimental-)?(?:loader|policy)|env-file(?:-if-exists)?|test-(?:reporter|global-setup)|openssl-config|snapshot-blob|build-snapshot(?:-config)?|experimental-(?:config-file|sea-config)))(?:=(.*))?$/s,
    code: /^(?:-e|-p|-pe|--eval|--print)(?:=(.*))?$/s,
    loading: /(?:\brequire|\bimport|\bfrom)\s*\(?\s*["'`]([^"'`]+)/g,
    operands: true,
    files: endings(".js", ".cjs", ".mjs", ".ts", "/index.js"),
  },
  {
    programs: /^(python[\d.]*|pypy3?|py)$/,
    loads: /^-[IEsBuqPOv]*m(.+)?$/s,
    code: /^-[IEsBuqPOv]*c(.+)?$/s,
    loading: /(?:\bimport|\bfrom)\s+([\w.]+)|["']([^"'\n]+\.py)["']/g,
    operands: true,
    files: pythonFiles,
    searches: searchedFirst,
  },
  {
    programs: /^(perl|ruby|php|lua|luajit)$/,
    loads: /^-[rfl](.+)?$/s,
    code: /^-\w*[eE]$/,
    loading: /\b(?:require|require_relative|load|do|include|dofile)\s*\(?\s*["']([^"']+)/g,
    operands: true,
    files: endings(".rb", ".pl", ".lua"),
  },
  { programs: /^(g?awk|mawk|nawk|g?sed)$/, loads: /^(?:-\w*f|--file)(?:=(.*))?$/s, files: itself },
  { programs: /^(ba|z|da|k|mk|a)?sh$/, loads: /^--(?:rcfile|init-file)(?:=(.*))?$/s, files: itself },
  {
    programs: /^(deno|bun)$/,
    loads: /^(?:-r|--preload|--require|--import)(?:=(.*))?$/s,
    operands: true,
    files: itself,
  },
];

/** Nothing in such a file runs. */
const isData = /\.(json|txt|md|csv)$/;

/** What was found, with the files it may run beside those that are known. */
export function withLoads(words: readonly Arg[], scene: Pick<Scene, "dir" | "world">, finding: Finding): Finding {
  if (finding.class === "safe") return finding;
  const program = (words[0]?.literal ?? "").split("/").at(-1) ?? "";
  const kind = interpreters.find(({ programs }) => programs.test(program));
  if (kind === undefined) return finding;
  const given = givenIn(words.slice(1), kind, isTold(words, scene, finding));
  const first = kind.searches?.(words.slice(1)) ?? null;
  const folders = first === null ? [] : searched([first], scene);
  if (given.length === 0 && folders.length === 0) return finding;
  const known = given.flatMap((one) => (one === null ? [] : kind.files(one))).filter((name) => !isData.test(name));
  const paths = known.map((name) => placed(name, scene));
  const unplaced = [
    ...(given.includes(null) ? [`what ${program} loads`] : []),
    ...(paths.includes(null) ? [`what ${program} loads, in a folder that is not known`] : []),
  ];
  const loads = paths.filter((path) => path !== null);
  return {
    ...finding,
    ...(loads.length > 0 && { loads: [...(finding.loads ?? []), ...loads] }),
    ...(folders.length > 0 && { searched: [...(finding.searched ?? []), ...folders] }),
    // What the table or the config knows as a runner is known well enough.
    ...(unplaced.length > 0 && finding.class !== "runs" && { unplaced: [...(finding.unplaced ?? []), ...unplaced] }),
  };
}

/** Verbs of a runner whose operands are tests or sources, which is what sessions are there to change. */
const onSources = /^(--test|test|lint|fmt|check|bench|install|add|i)$/;

/** Whether it is known already what of its operands it runs. */
function isTold(words: readonly Arg[], { world }: Pick<Scene, "world">, { scripts, runners }: Finding): boolean {
  if ((scripts ?? []).length > 0 || words.some(({ literal }) => onSources.test(literal ?? ""))) return true;
  // What the config lists is not known by the table.
  return runners !== undefined && !runners.some((runner) => world.runners.includes(runner));
}

/** The files and modules in the words; `null` for one nobody knows. */
function givenIn(args: readonly Arg[], kind: Interpreter, isTold: boolean): (string | null)[] {
  const found: (string | null)[] = [];
  const operands: (string | null)[] = [];
  let runsOperands = kind.operands === true && !isTold;
  for (let index = 0; index < args.length; index += 1) {
    const { literal, numeric } = args[index] ?? { literal: "" };
    const isCode = literal !== null && kind.code?.test(literal) === true;
    const loaded = literal === null || isCode ? null : kind.loads.exec(literal);
    if (isCode || loaded !== null) {
      const glued = isCode ? kind.code?.exec(literal)?.[1] : loaded?.[1];
      const value = glued ?? args[index + 1]?.literal ?? null;
      if (glued === undefined) index += 1;
      if (!isCode) found.push(value);
      // Code that is known to do nothing but run the project's own is a runner like any other.
      else if (!isTold) found.push(...loadedIn(value, kind));
      runsOperands = false;
    } else if (literal === null ? numeric !== true : !literal.startsWith("-")) operands.push(literal);
  }
  return runsOperands ? [...found, ...operands] : found;
}

function loadedIn(code: string | null, { loading }: Interpreter): string[] {
  if (code === null || loading === undefined) return [];
  return [...code.matchAll(loading)].flatMap(([, module, file]) => module ?? file ?? []);
}

// Python: the checker the project declares, else the compiler. Tests are left to the person: to run them is to run
// what the session has just written.
import { at, exists, firstOf, from, textOf, upwards } from "./files.mjs";

const manifests = ["pyproject.toml", "setup.py", "setup.cfg"];
/** A checker, how a manifest declares it, and its own files. */
const checkers = [
  { command: ["mypy", "."], section: /^\[(tool\.)?mypy\]/m, files: ["mypy.ini", ".mypy.ini"] },
  { command: ["ruff", "check", "."], section: /^\[tool\.ruff\b/m, files: ["ruff.toml", ".ruff.toml"] },
];

export const python = {
  sources: /\.pyi?$/,
  recipes: [/(^|\/)(pyproject\.toml|setup\.py|setup\.cfg|tox\.ini|\.?mypy\.ini|\.?ruff\.toml)$/],

  service(root, folder) {
    if (firstOf(root, folder, manifests) === undefined) return null;
    return { title: undefined, reach: folder };
  },

  plan(root, { folder, files }) {
    const declared = manifests.map((name) => textOf(root, at(folder, name))).join("\n");
    const checker = checkers.find(
      ({ section, files: own }) => section.test(declared) || firstOf(root, folder, own) !== undefined,
    );
    if (checker !== undefined) {
      const [program, ...args] = checker.command;
      return { command: [programOf(root, folder, program), ...args], cwd: folder, runs: "" };
    }
    const sources = files
      .filter((file) => file.endsWith(".py") && exists(root, file))
      .map((file) => from(folder, file));
    if (sources.length === 0) return { none: "None of its Python files is left to compile." };
    // Isolated (-I): otherwise a module in the folder could take the place of one of Python's own, and be run.
    const program = programOf(root, folder, process.platform === "win32" ? "python" : "python3");
    const cache = from(folder, ".system/cache/pycache");
    return {
      command: [program, "-I", "-X", `pycache_prefix=${cache}`, "-m", "compileall", "-q", ...sources],
      cwd: folder,
      runs: "",
    };
  },
};

/** A program of the project's virtual environment, where it has one. */
function programOf(root, folder, name) {
  // Windows has its own name for the folder.
  const programs = [`bin/${name}`, `Scripts/${name}.exe`];
  const environments = upwards(folder).flatMap((place) => [".venv", "venv"].map((env) => at(place, env)));
  const found = environments
    .flatMap((env) => programs.map((program) => at(env, program)))
    .find((path) => exists(root, path));
  return found === undefined ? name : from(folder, found);
}

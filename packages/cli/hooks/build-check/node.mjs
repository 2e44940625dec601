// npm, pnpm, yarn and bun: a service is a member of the workspace, or a package with a lock file of its own.
import { at, exists, firstOf, jsonOf, textOf, upwards } from "./files.mjs";

const locks = {
  "pnpm-lock.yaml": "pnpm",
  "pnpm-workspace.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
};
/** How a program of the project's own is run, without ever downloading it. */
const runners = { npm: ["npx", "--no-install"], pnpm: ["pnpm", "exec"], yarn: ["yarn", "run"], bun: ["bun", "run"] };

export const node = {
  sources: /\.([cm]?[jt]sx?|vue|svelte|astro)$/,
  /** Files that say what a build runs. */
  recipes: [
    /(^|\/)(package\.json|pnpm-workspace\.yaml|turbo\.json|nx\.json|lerna\.json|Makefile|[^/]+\.mk)$/,
    /(^|\/)(\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnp\.c?js|\.pnpmfile\.cjs|\.babelrc[^/]*|\.eslintrc[^/]*)$/,
    /(^|\/)([^/]+\.config|gulpfile|Gruntfile|webpack[^/]*|rollup[^/]*)\.[cm]?[jt]s$/,
    /(^|\/)\.yarn\//,
  ],

  /** The service in this very folder, or null. */
  service(root, folder) {
    const manifest = jsonOf(root, at(folder, "package.json"));
    // A package.json that only says `"type": "module"` marks a folder, not a package.
    if (manifest === null || (manifest.name === undefined && manifest.scripts === undefined)) return null;
    if (folder !== "." && !isMember(root, folder) && firstOf(root, folder, Object.keys(locks)) === undefined)
      return null;
    const name = typeof manifest.name === "string" ? manifest.name : undefined;
    return { title: name?.replace(/^@[^/]+\//, ""), reach: folder };
  },

  /** What to run for it. */
  plan(root, { folder, name, title }) {
    const manager = managerOf(root, folder);
    const top = scriptsOf(root, ".");
    const own = scriptsOf(root, folder);
    const named = [name, title].map((word) => `build:${word}`).find((script) => Object.hasOwn(top, script));
    if (named !== undefined) return { command: [manager, "run", named], cwd: ".", runs: chainOf(top, named) };
    const script = ["build", "typecheck", "type-check", "check:types"].find((word) => Object.hasOwn(own, word));
    if (script !== undefined) return { command: [manager, "run", script], cwd: folder, runs: chainOf(own, script) };
    const project = firstOf(root, folder, ["tsconfig.app.json", "tsconfig.json"]);
    if (project !== undefined && hasTypeScript(root, folder)) {
      return { command: [...runners[manager], "tsc", "--noEmit", "-p", project], cwd: folder, runs: "" };
    }
    return { none: `Add a script \`build:${name}\` at the root, or \`build\` in ${at(folder, "package.json")}.` };
  },
};

function scriptsOf(root, folder) {
  const { scripts = {} } = jsonOf(root, at(folder, "package.json")) ?? {};
  return Object.fromEntries(Object.entries(scripts).filter(([, text]) => typeof text === "string"));
}

/** The text of a script and of all it leads to: what runs before and after it, and every script it names. */
function chainOf(scripts, first) {
  const chain = new Set([first]);
  for (const name of chain) {
    if (scripts[name] === undefined) continue;
    const words = scripts[name].split(/[\s"';&|]+/);
    for (const next of [`pre${name}`, `post${name}`, ...words]) if (Object.hasOwn(scripts, next)) chain.add(next);
  }
  return [...chain].map((name) => scripts[name]).join("\n");
}

/** Whether the root's workspaces include the folder; a root without workspaces has no objection. */
function isMember(root, folder) {
  const declared = jsonOf(root, "package.json")?.workspaces;
  const listed = Array.isArray(declared) ? declared : declared?.packages;
  const globs = Array.isArray(listed) ? listed : pnpmPackages(textOf(root, "pnpm-workspace.yaml"));
  if (globs.length === 0) return true;
  const fits = (glob) => toPattern(String(glob)).test(folder);
  return (
    globs.some((glob) => !String(glob).startsWith("!") && fits(glob)) && !globs.some((glob) => isBarred(glob, fits))
  );
}

const isBarred = (glob, fits) => String(glob).startsWith("!") && fits(String(glob).slice(1));

/** The list under `packages:`, which is all that is needed of that file. */
function pnpmPackages(text) {
  const list = /^packages:[ \t]*\r?\n((?:[ \t]*(?:#.*|-[^\n]*)?\r?\n?)*)/m.exec(text)?.[1] ?? "";
  return [...list.matchAll(/^[ \t]*-[ \t]*["']?([^"'#\r\n]+?)["']?[ \t]*(?:#.*)?$/gm)].map((entry) => entry[1]);
}

function toPattern(glob) {
  const plain = glob.replace(/^\.\//, "").replace(/\/$/, "");
  const source = plain
    .replace(/[.+^${}()|[\]\\?]/g, "\\$&")
    .replace(/\*\*|\*/g, (star) => (star === "*" ? "[^/]*" : ".*"));
  return new RegExp(`^${source}$`);
}

function managerOf(root, folder) {
  for (const place of upwards(folder)) {
    const asked = /^(npm|pnpm|yarn|bun)@/.exec(jsonOf(root, at(place, "package.json"))?.packageManager ?? "")?.[1];
    const lock = firstOf(root, place, Object.keys(locks));
    if (asked !== undefined || lock !== undefined) return asked ?? locks[lock];
  }
  return "npm";
}

const hasTypeScript = (root, folder) =>
  upwards(folder).some((place) => {
    const manifest = jsonOf(root, at(place, "package.json"));
    const declared = { ...manifest?.dependencies, ...manifest?.devDependencies };
    return declared.typescript !== undefined || exists(root, at(place, "node_modules/.bin/tsc"));
  });

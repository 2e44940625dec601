// A hook must not run what an agent has just put there. So a service is left alone when the session changed the files
// that say what its build runs, or a script that the build runs.
import { posix } from "node:path";
import { isIn, upwards } from "./files.mjs";
import { kinds } from "./services.mjs";

const interpreters = /^(node|tsx|ts-node|bun|deno|python3?|sh|bash|zsh|ruby|perl)$/;
const preloads = /^(-r|--require|--import|--loader|--preload)(?:=(.+))?$/;

/** The file the session changed that keeps this service from being built, or null. */
export function heldBackBy(root, service, plan, touched) {
  const { recipes, runsSources = () => false } = kinds[service.kind];
  const scripts = scriptsIn(plan.runs, plan.cwd);
  const isRecipe = (file) => recipes.some((recipe) => recipe.test(file)) && holdsFor(service.reach, file);
  const isRun = (file) => upwards(posix.dirname(file)).some((folder) => runsSources(root, folder));
  const isScript = (file) => scripts.some((script) => isPartOf(script, plan.cwd, file));
  return touched.find((file) => isRecipe(file) || isRun(file) || isScript(file)) ?? null;
}

/** A recipe holds for what lies below it; one inside the service, for the service. */
function holdsFor(reach, file) {
  // What is in .cargo/ or .mvn/ holds for the folder that has it.
  const home = posix.dirname(file).replace(/(^|\/)\.[^/]+(\/.*)?$/, "") || ".";
  return isIn(reach, file) || upwards(reach).includes(home);
}

/** The files that a script's text starts itself, or has an interpreter run or load first. */
function scriptsIn(text, cwd) {
  const commands = text.split(/[\n;&|]+/).map((part) => part.trim().split(/[\s"']+/));
  return commands.flatMap((words) => scriptsOf(words).map((file) => posix.join(cwd, file)));
}

function scriptsOf(words) {
  const runner = words.findIndex((word) => interpreters.test(word));
  if (runner === -1) return words[0].includes("/") ? [words[0]] : [];
  const given = words.slice(runner + 1);
  const loaded = given.filter((_, place) => preloads.test(given[place - 1] ?? ""));
  // What comes after the script is handed to it.
  const script = given.find((word) => !word.startsWith("-") && word !== "run" && !loaded.includes(word));
  return [
    ...loaded,
    ...given.flatMap((word) => preloads.exec(word)?.[2] ?? []),
    ...(script === undefined ? [] : [script]),
  ];
}

/** The script itself (its ending may be left out), or something it may load: what lies in its folder. */
function isPartOf(script, cwd, file) {
  if (file === script || file.replace(/\.[^./]+$/, "") === script) return true;
  const folder = posix.dirname(script);
  return folder !== cwd && folder !== posix.join(cwd, "src") && isIn(folder, file);
}

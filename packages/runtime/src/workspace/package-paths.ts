import { basename, join } from "node:path";
import type { Filled } from "@writ/contracts";
import { filesBehind, namesIn } from "./entries.ts";
import type { Made } from "./made.ts";
import type { Written } from "./written.ts";

/** So many files are looked at. */
const most = 64;

/** What packages are made of; caches hold nothing that is sought there. */
const inPackages = /(^|\/)node_modules\/(?!\.(cache|vite)(\/|$))/;
/** The same for what other package managers install in the working copy. */
const installed = /(^|\/)(\.?venv|site-packages|vendor\/(bin|bundle|composer)|\.yarn\/(releases|plugins))\//;
/** What makes such a folder is not started out of it. */
const making = /^(python[\d.]* -m venv|virtualenv|uv venv)\b/;
const toolFolders = [".venv/bin", "venv/bin", "vendor/bin"];

/** What a command runs, and who wrote what. */
interface Around {
  readonly runners: readonly string[];
  /** Whether it starts a tool out of `node_modules`. */
  readonly seeksTools: boolean;
  readonly made: Made;
  readonly written: Written;
}

/** Files of installed packages that the command or a session may have written, and tools that a runner may start. */
export function packagePaths(root: string, { runners, seeksTools, made, written }: Around): string[] {
  const { own, others } = written;
  const counts = (path: string): boolean =>
    (seeksTools && inPackages.test(path)) || (runners.length > 0 && installed.test(path));
  const named = [...made.paths, ...own.paths, ...others.paths].filter(counts);
  const filled = seeksTools ? filledPackages(root, [...own.filled, ...others.filled]) : [];
  const programs = runners
    .filter((runner) => !making.test(runner))
    .map((runner) => basename(runner.split(" ", 1)[0] ?? ""));
  const tools = programs.flatMap((name) => toolFolders.map((folder) => `${folder}/${name}`));
  return [...new Set([...named, ...filled])].slice(0, most).concat([...new Set(tools)]);
}

/** The files with which the packages begin that lie in these folders, as whole paths. */
function filledPackages(root: string, filled: readonly Filled[]): string[] {
  const folders = new Set(filled.flatMap(({ path }) => packagesIn(root, path)));
  return [...folders].flatMap((path) => filesBehind({ kind: "directory", place: "workspace" }, join(root, path)));
}

/** The package a folder belongs to, or all of those it holds: `node_modules`, `node_modules/@scope`. */
function packagesIn(root: string, folder: string): string[] {
  const own = /^(.*\/)?node_modules\/(@[^/]+\/)?[^/@.][^/]*/.exec(folder)?.[0];
  if (own !== undefined) return [own];
  if (!/(^|\/)node_modules(\/@[^/]+)?$/.test(folder)) return [];
  return namesIn(join(root, folder))
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return name.startsWith("@") ? packagesIn(root, path) : [path];
    });
}

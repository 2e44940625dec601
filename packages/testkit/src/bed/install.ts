import { spawn } from "node:child_process";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** `name@version` of each package, and the file of them that is used, below `node_modules`. */
export interface Wanted {
  readonly packages: readonly string[];
  readonly file: string;
}

/** Fetches packages into a folder. */
export type Fetch = (packages: readonly string[], folder: string) => Promise<void>;

/** What says that a folder holds everything, and how it looked then. */
const seal = ".complete";

/**
 * The installed file of some packages, fetched unless the cache has it. One folder a set of exact versions; it gets its
 * name when it is whole, and one that is not (an install cut short, a file gone or cut off) is made again.
 */
export async function ensureInstalled(wanted: Wanted, cache: string, fetch: Fetch): Promise<string> {
  const { folder, path } = placeOf(wanted, cache);
  const { packages, file } = wanted;
  if (await isWhole(folder, path)) return path;
  const part = `${folder}.${process.pid}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true });
  await fetch(packages, part);
  await writeFile(join(part, seal), String(await sizeOf(join(part, "node_modules", file))));
  await rm(folder, { recursive: true, force: true });
  await rename(part, folder).catch(async (error: unknown) => {
    // Somebody else was faster; theirs is as good.
    await rm(part, { recursive: true, force: true });
    if (!(await isWhole(folder, path))) throw error;
  });
  return path;
}

/** The installed file, or `null` when it is not there as it should be. */
export async function findInstalled(wanted: Wanted, cache: string): Promise<string | null> {
  const { folder, path } = placeOf(wanted, cache);
  return (await isWhole(folder, path)) ? path : null;
}

function placeOf({ packages, file }: Wanted, cache: string): { folder: string; path: string } {
  const folder = join(cache, packages.join("+").replaceAll("/", "__"));
  return { folder, path: join(folder, "node_modules", file) };
}

async function isWhole(folder: string, path: string): Promise<boolean> {
  const sealed = await readFile(join(folder, seal), "utf8").catch(() => null);
  return sealed !== null && sealed === String(await sizeOf(path).catch(() => null));
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path)).size;
}

/** Fetches from npm, without running anything that comes with it. */
export const fromNpm: Fetch = async (packages, folder) => {
  await writeFile(join(folder, "package.json"), '{"private":true}\n');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--omit=dev", "--loglevel=error"];
  // Beside this Node where npm is, else on the path.
  const child = spawn("npm", ["install", ...flags, "--save-exact", ...packages], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ""}` },
    timeout: 10 * 60_000,
  });
  let said = "";
  child.stdout.on("data", (text: Buffer) => {
    said += text.toString();
  });
  child.stderr.on("data", (text: Buffer) => {
    said += text.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`npm install ${packages.join(" ")} ended with ${code}: ${inOneLine(said)}`);
};

/** What npm complains about, without the pointer to its own log. */
function inOneLine(said: string): string {
  const lines = said.split("\n").map((line) => line.replace(/^npm (error|ERR!) ?/, "").trim());
  return lines
    .filter((line) => line !== "" && !line.startsWith("A complete log"))
    .join(" ")
    .slice(0, 300);
}

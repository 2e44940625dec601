import { type Config, defaultConfig, type Intent, ProblemError } from "@writ/contracts";
import { globProblem } from "@writ/engine";
import type { SidecarAt } from "@writ/engine/check";
import { largestSidecarFile, loadIntentsFile, loadYamlFile, tooLarge } from "@writ/stores";
import { sidecarName } from "../locate.ts";
import { looseName } from "../workspace/loose-text.ts";
import { type Git, listTree, readObjects, sizesOf, type TreeEntry } from "./git.ts";

type Fault = SidecarAt["faults"][number];

/** The intents and the config as a commit has them. What cannot be used counts as nothing, and is told. */
export async function sidecarAt(git: Git, revision: string): Promise<SidecarAt> {
  const entries = await listTree(git, revision, [sidecarName]);
  // A sidecar further down is the same guard: one above it takes its place.
  const exists = entries.length > 0 || (await sidecarsBelow(git, revision)).length > 0;
  const find = (...names: readonly string[]) =>
    names.map((name) => entries.find(({ path }) => path === `${sidecarName}/${name}`)).find((entry) => entry);
  const [intentsFile, configFile] = [find("active_intents.yaml", "active_intents.yml"), find("config.yaml")];
  const plain = [intentsFile, configFile].filter((entry) => entry !== undefined);
  const faults: Fault[] = plain
    .filter(({ mode }) => !mode.startsWith("100"))
    .map(({ path }) => ({ path, line: 0, reason: "it is a link" }));
  const files = plain.filter(({ mode }) => mode.startsWith("100"));
  const sizes = await sizesOf(
    git,
    files.map(({ object }) => object),
  );
  const isLarge = (at: number) => (sizes[at] ?? 0) > largestSidecarFile;
  for (const [at, { path }] of files.entries())
    if (isLarge(at)) faults.push({ path, line: 0, reason: tooLarge(largestSidecarFile) });
  const objects = await readObjects(
    git,
    files.filter((_, at) => !isLarge(at)).map(({ object }) => object),
  );
  const bytesOf = (entry: { path: string; object: string } | undefined) =>
    entry === undefined ? undefined : objects.get(entry.object);
  const intents = await intentsIn(intentsFile?.path ?? "", bytesOf(intentsFile), faults);
  const config = await configIn(configFile?.path ?? "", bytesOf(configFile), faults);
  return { exists, intents, config, faults, ...(intentsFile !== undefined && { intentsFile: intentsFile.path }) };
}

/** The files of the sidecar that are too large to be used, in any of the commits. */
export async function oversizeIn(git: Git, revisions: readonly string[]): Promise<string[]> {
  const entries: TreeEntry[] = [];
  for (const revision of new Set(revisions)) entries.push(...(await listTree(git, revision, [sidecarName])));
  const plain = entries.filter(({ path }) => /^[^/]+\/[^/]+\.ya?ml$/.test(path));
  const sizes = await sizesOf(
    git,
    plain.map(({ object }) => object),
  );
  return [...new Set(plain.filter((_, at) => (sizes[at] ?? 0) > largestSidecarFile).map(({ path }) => path))];
}

/** Folders below this one that have a sidecar, from here. */
async function sidecarsBelow(git: Git, revision: string): Promise<string[]> {
  const names = looseName(await git.run(["ls-tree", "-r", "-t", "-z", "--name-only", revision])).split("\0");
  return names.filter((name) => name.endsWith(`/${sidecarName}`));
}

async function intentsIn(path: string, bytes: Uint8Array | undefined, faults: Fault[]): Promise<readonly Intent[]> {
  if (bytes === undefined) return [];
  const { readIntents } = await loadIntentsFile();
  const read = readIntents(path, bytes, globProblem);
  if (read.state === "ok") return read.intents;
  if (read.state === "invalid") {
    const [{ line, message } = { line: 0, message: read.reason }] = read.findings;
    faults.push({ path, line, reason: message });
  }
  return [];
}

async function configIn(path: string, bytes: Uint8Array | undefined, faults: Fault[]): Promise<Config> {
  if (bytes === undefined) return defaultConfig;
  const { parseYamlFile, Unusable } = await loadYamlFile();
  const { parseConfig } = await import("../config/parse.ts");
  try {
    return parseConfig(path, parseYamlFile(bytes)).config;
  } catch (error) {
    if (error instanceof Unusable) faults.push({ path, line: error.line, reason: error.message });
    else if (error instanceof ProblemError) {
      const { line, reason } = error.problem.meta;
      const said = typeof reason === "string" ? reason : error.problem.message;
      // Its line is told beside it.
      faults.push({ path, line: typeof line === "number" ? line : 0, reason: said.replace(/^line \d+: /, "") });
    } else throw error;
    return defaultConfig;
  }
}

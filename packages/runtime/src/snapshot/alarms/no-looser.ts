import { join } from "node:path";
import type { Config, Intent } from "@writ/contracts";
import { canonicalJson, type Guarded, globProblem } from "@writ/engine";
import { loadIntentsFile, loadYamlFile, openFileState, parseIgnore, readPlainFile, type YamlFile } from "@writ/stores";
import { isNode, isScalar, visit } from "yaml";
import { holdBack, loosens } from "../../config/hold.ts";
import { configTrust } from "../../config/index.ts";
import { parseConfig } from "../../config/parse.ts";
import { sha256 } from "../../hash.ts";
import { copiesFolder } from "./accepted-copies.ts";
import { isClosed, isNarrower } from "./stricter-intents.ts";

const intentsFile = /^\.orchestration\/active_intents\.ya?ml$/;
const configFile = ".orchestration/config.yaml";
const ignoreFile = ".orchestration/.intentignore";
const trustFile = ".orchestration/.state/trust.json";

/** A file as accepted and as it is now. */
interface Edit {
  path: string;
  accepted: Uint8Array;
  now: Uint8Array;
}

/** Where the guard's files are, and what is known of them. */
interface Known {
  root: string;
  state: string;
  baseline: Guarded;
  now: Guarded;
}

function readAs(file: string, hash: string | undefined): Uint8Array | null {
  const bytes = readPlainFile(file);
  return bytes instanceof Uint8Array && sha256(bytes) === hash ? bytes : null;
}

/**
 * Whether a changed file says the same as the accepted one, or something stricter. What is not understood, or is only
 * read by models and people, counts as a change.
 */
export async function isNoLooser(path: string, { root, state, baseline, now }: Known): Promise<boolean> {
  const accepted = readAs(join(copiesFolder(state), path), baseline.get(path)?.hash);
  // Exactly what was hashed is looked at: it could be exchanged in between.
  const current = readAs(join(root, path), now.get(path)?.hash);
  if (accepted === null || current === null) return false;
  const edit = { path, accepted, now: current };
  try {
    if (intentsFile.test(path)) return await areIntentsNoLooser(edit);
    if (path === ignoreFile) return isIgnoreNoLooser(edit);
    if (path !== configFile || baseline.get(trustFile)?.hash !== now.get(trustFile)?.hash) return false;
    return await isConfigNoLooser(edit, state);
  } catch {
    return false;
  }
}

/** The keys of a file; `null` where one part stands for another, which a later edit of one would change in both. */
function plainKeys({ document }: YamlFile): Set<string> | null {
  const keys = new Set<string>();
  let isPlain = true;
  visit(document, {
    Alias: () => {
      isPlain = false;
    },
    Pair: (_, { key }) => {
      if (isScalar(key)) keys.add(String(key.value));
      else isPlain = false;
    },
    Node: (_, node) => {
      if (isNode(node) && (node.tag !== undefined || ("anchor" in node && node.anchor !== undefined))) isPlain = false;
    },
  });
  return isPlain ? keys : null;
}

const isWithin = (some: Iterable<string>, all: Iterable<string>): boolean => {
  const known = new Set(all);
  return [...some].every((one) => known.has(one));
};

async function areIntentsNoLooser({ path, accepted, now }: Edit): Promise<boolean> {
  const [{ readIntents }, { parseYamlFile }] = await Promise.all([loadIntentsFile(), loadYamlFile()]);
  const [keys, knownKeys] = [plainKeys(parseYamlFile(now)), plainKeys(parseYamlFile(accepted))];
  const [is, was] = [readIntents(path, now, globProblem), readIntents(path, accepted, globProblem)];
  // A key that means nothing today may mean something to the next version.
  if (keys === null || knownKeys === null || !isWithin(keys, knownKeys)) return false;
  if (is.state !== "ok" || was.state !== "ok") return false;
  const messages = ({ findings }: typeof is) => findings.map(({ message }) => message);
  return isWithin(messages(is), messages(was)) && areNoLooser(is.intents, was.intents);
}

/** Whether each of these intents was accepted, and none may do more. Exported for its table of tests. */
export function areNoLooser(now: readonly Intent[], accepted: readonly Intent[]): boolean {
  const known = new Map(accepted.map((intent) => [intent.id, intent]));
  const ids = new Set(now.map(({ id }) => id));
  const isNeeded = (id: string) => now.some(({ dependsOn = [] }) => dependsOn.includes(id));
  if ([...known.keys()].some((id) => !ids.has(id) && isNeeded(id))) return false;
  return now.every((intent) => {
    const before = known.get(intent.id);
    return before !== undefined && isNoLooserIntent(intent, before, isNeeded(intent.id));
  });
}

function isNoLooserIntent(now: Intent, before: Intent, isNeeded: boolean): boolean {
  const { ownedScope, status, quick, dependsOn = [], proposed, ...rest } = now;
  const { ownedScope: _, status: __, quick: limits, dependsOn: needs = [], proposed: wasProposed, ...was } = before;
  if (canonicalJson(rest) !== canonicalJson(was) || !isNarrower(ownedScope, before.ownedScope)) return false;
  // What waits for an intent goes on once that is complete.
  const isClosing = isClosed(now) && !isClosed(before) && !(status === "COMPLETE" && isNeeded);
  const isTighter =
    limits === undefined ||
    (quick !== undefined &&
      Date.parse(quick.expiresAt) <= Date.parse(limits.expiresAt) &&
      quick.maxFiles <= limits.maxFiles &&
      quick.maxLines <= limits.maxLines);
  const isAsProposed = wasProposed !== true || proposed === true;
  return (status === before.status || isClosing) && isTighter && isAsProposed && isWithin(needs, dependsOn);
}

function isIgnoreNoLooser({ accepted, now }: Edit): boolean {
  const [is, was] = [now, accepted].map((bytes) => parseIgnore(Buffer.from(bytes).toString("utf8")));
  if (is === undefined || was === undefined) return false;
  if (canonicalJson(is) === canonicalJson(was)) return true;
  return [...is, ...was].every((pattern) => !pattern.startsWith("!")) && isWithin(was, is);
}

async function isConfigNoLooser({ path, accepted, now }: Edit, state: string): Promise<boolean> {
  const { parseYamlFile } = await loadYamlFile();
  const [is, was] = [now, accepted].map((bytes) => ({ ...parseConfig(path, parseYamlFile(bytes)), bytes }));
  if (is === undefined || was === undefined) return false;
  const messages = ({ findings }: typeof is) => findings.map(({ message }) => message);
  if (!isWithin(messages(is), messages(was))) return false;
  const store = openFileState(state);
  const inForce = async ({ config, bytes }: typeof is): Promise<Config> =>
    loosens(config).length === 0 || (await store.isTrusted(configTrust, sha256(bytes))) ? config : holdBack(config);
  // Neither what is in force without the trust of a user, nor what would be with it.
  return isNoLooserConfig(is.config, was.config) && isNoLooserConfig(await inForce(is), await inForce(was));
}

const strictest: Partial<Config> = { mode: "enforce", gate: "all", lock: "strict" };

/** Whether no key of a config lets more pass than the accepted one. Exported for its table of tests. */
export function isNoLooserConfig(now: Config, accepted: Config): boolean {
  const held = holdBack(accepted);
  const texts = (list: readonly unknown[]) => list.map((one) => canonicalJson(one));
  const isAdded = {
    commands: () =>
      [accepted, held].some(({ commands }) => canonicalJson(commands.allow) === canonicalJson(now.commands.allow)) &&
      isWithin(texts(accepted.commands.ask), texts(now.commands.ask)) &&
      isWithin(texts(accepted.commands.deny), texts(now.commands.deny)),
    sensitive_paths: () => isNarrower(now.sensitive_paths.map(turned), accepted.sensitive_paths.map(turned)),
  };
  return Object.entries(now).every(([name, value]) => {
    const [was, least, most] = [accepted, held, strictest].map((config) => new Map(Object.entries(config)).get(name));
    const text = canonicalJson(value);
    if (text === canonicalJson(was) || text === canonicalJson(least)) return true;
    if (most !== undefined && value === most) return true;
    return name === "commands" || name === "sensitive_paths" ? isAdded[name]() : false;
  });
}

/** A path that is added to the sensitive ones takes away from what passes, and one that is taken out adds to it. */
const turned = (glob: string): string => (glob.startsWith("!") ? glob.slice(1) : `!${glob}`);

import { type ConfigKey, defaultConfig, fail, type IntentFinding, type StateStore } from "@writ/contracts";
import {
  type CompiledKey,
  loadYamlFile,
  readCompiled,
  readSidecarFile,
  writeCompiled,
  type YamlFile,
} from "@writ/stores";
import { sha256 } from "../hash.ts";
import type { ConfigRead } from "../writ.ts";
import { type Declared, isDeclared } from "./declared.ts";
import { holdBack, loosens } from "./hold.ts";

/** What a person trusts when they trust the config (`StateStore.trust`), by the hash of its file. */
export const configTrust = "config";

/** Grows with every change in how the file is read. */
const format = 1;

/** Parses and keeps what came out. yaml is loaded here and nowhere sooner. */
async function compile(root: string, file: string, bytes: Uint8Array, key: CompiledKey): Promise<Declared> {
  const { parseConfig } = await import("./parse.ts");
  const declared = { ...parseConfig(file, await readYaml(file, bytes)), hash: sha256(bytes) };
  await writeCompiled(root, key, declared);
  return declared;
}

async function readYaml(file: string, bytes: Uint8Array): Promise<YamlFile> {
  const { parseYamlFile, Unusable } = await loadYamlFile();
  try {
    return parseYamlFile(bytes);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    throw fail("SIDECAR_INVALID", { file, line: error.line, reason: error.reason });
  }
}

/** `config.yml` is not read, and whoever wrote it should know. */
function misnamed(root: string): IntentFinding[] {
  if (readSidecarFile(root, ["config.yml"]).state === "absent") return [];
  const message = ".orchestration/config.yml is not read; its name must be config.yaml";
  return [{ line: 0, severity: "warning", message }];
}

/**
 * The config in force: the defaults with what `.orchestration/config.yaml` says in their place. What loosens
 * anything holds only once a person has trusted exactly this file; what tightens holds at once. Throws
 * SIDECAR_INVALID for a file that cannot be used.
 */
export async function readConfig(root: string, state: Pick<StateStore, "isTrusted">): Promise<ConfigRead> {
  const found = readSidecarFile(root, ["config.yaml"]);
  if (found.state === "invalid") throw fail("SIDECAR_INVALID", { file: found.file, reason: found.reason });
  if (found.state === "missing") return { config: { ...defaultConfig }, untrusted: [], findings: [] };
  if (found.state === "absent") {
    return { config: { ...defaultConfig }, untrusted: [], findings: misnamed(root) };
  }
  const { bytes } = found;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  // The defaults are in what is compiled, so other defaults make another compiled form.
  const key: CompiledKey = { name: "config", format, source: `${text}\n${JSON.stringify(defaultConfig)}` };
  const compiled = readCompiled(root, key, isDeclared);
  const { config, findings, hash } = compiled ?? (await compile(root, found.file, bytes, key));
  const all = [...findings, ...misnamed(root)];
  const untrusted: ConfigKey[] = loosens(config);
  if (untrusted.length === 0 || (await state.isTrusted(configTrust, hash))) {
    return { config, untrusted: [], findings: all };
  }
  return { config: holdBack(config), untrusted, findings: all, onceTrusted: config };
}

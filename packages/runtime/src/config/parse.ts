import { Config, defaultConfig, fail, type IntentFinding } from "@writ/contracts";
import { parseYamlFile, Unusable, type YamlFile } from "@writ/stores";
import { type Document, isMap, isNode, isScalar, type YAMLMap } from "yaml";
import { type Declared, isRecord } from "./declared.ts";
import { isConfigKey } from "./hold.ts";
import { nearest } from "./nearest.ts";
import { harmIn, reasonOf } from "./reasons.ts";

/** What a file says, with its lines. */
interface Said {
  values: ReadonlyMap<string, unknown>;
  /** The line of a value or a part of it, by the way to it. */
  lineOf(path: readonly PropertyKey[]): number;
}

function saidIn(file: YamlFile, document: Document.Parsed, root: YAMLMap): Said {
  const lineOfNode = (node: unknown) => (isNode(node) && node.range ? file.lineAt(node.range[0]) : null);
  const values = new Map<string, unknown>();
  const lines = new Map<PropertyKey, number>();
  for (const { key, value } of root.items) {
    if (!isScalar(key)) throw new Unusable(lineOfNode(key) ?? 0, "a key must be a word");
    const name = String(key.value);
    lines.set(name, lineOfNode(key) ?? 0);
    values.set(name, isNode(value) ? value.toJS(document, { maxAliasCount: 100 }) : null);
  }
  const lineOf = (path: readonly PropertyKey[]) => lineOfNode(root.getIn(path, true)) ?? lines.get(path[0] ?? "") ?? 0;
  return { values, lineOf };
}

function read(bytes: Uint8Array): Said {
  const file = parseYamlFile(bytes);
  const root = file.document?.contents ?? null;
  if (file.document === null || root === null || (isScalar(root) && root.value === null)) {
    return { values: new Map(), lineOf: () => 0 };
  }
  if (!isMap(root)) throw new Unusable(1, "it must hold keys and values, such as: mode: observe");
  try {
    return saidIn(file, file.document, root);
  } catch (error) {
    if (error instanceof Unusable) throw error;
    // An alias that stands for nothing, or for too much.
    throw new Unusable(0, error instanceof Error ? error.message : String(error));
  }
}

function unknownKey(key: string, known: object, line: number): IntentFinding {
  const meant = nearest(key, Object.keys(known));
  const advice = meant === null ? "" : ` Did you mean ${meant}?`;
  return { line, severity: "warning", message: `unknown key ${JSON.stringify(key)}; it is ignored.${advice}` };
}

/** The defaults with the file's values in their place, not checked yet. A key without a value says nothing. */
function overDefaults({ values, lineOf }: Said): { candidate: Record<string, unknown>; findings: IntentFinding[] } {
  const candidate: Record<string, unknown> = structuredClone(defaultConfig);
  const findings: IntentFinding[] = [];
  for (const [key, value] of values) {
    if (!isConfigKey(key)) findings.push(unknownKey(key, defaultConfig, lineOf([key])));
    else if (value === null) continue;
    else if ((key === "assurance" || key === "quick") && isRecord(value)) {
      const known = defaultConfig[key];
      const strange = Object.keys(value).filter((part) => !Object.hasOwn(known, part));
      findings.push(...strange.map((part) => unknownKey(part, known, lineOf([key, part]))));
      candidate[key] = { ...known, ...value };
    } else candidate[key] = value;
  }
  return { candidate, findings };
}

function valueAt(candidate: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) => (isRecord(value) || Array.isArray(value) ? Reflect.get(value, part) : undefined),
    candidate,
  );
}

/**
 * Reads a config file. Unknown keys are told and left alone; a wrong value throws SIDECAR_INVALID, since nobody can
 * know what was meant.
 */
export function parseConfig(file: string, bytes: Uint8Array): Declared {
  try {
    const said = read(bytes);
    const { candidate, findings } = overDefaults(said);
    const wrong = (path: readonly PropertyKey[], reason: string, meant: string | null = null): Error => {
      const [line, key] = [said.lineOf(path), path.map(String).join(".")];
      const details = { file, line, key, reason: `line ${line}: ${key} ${reason}` };
      return fail("SIDECAR_INVALID", meant === null ? details : { ...details, meant });
    };
    const checked = Config.safeParse(candidate);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const { reason, meant } = reasonOf(issue ?? { code: "unknown", path: [] }, valueAt(candidate, issue?.path ?? []));
      throw wrong(issue?.path ?? [], reason, meant);
    }
    const harm = harmIn(checked.data);
    if (harm !== null) throw wrong(harm.path, harm.reason);
    return { config: checked.data, findings };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    throw fail("SIDECAR_INVALID", { file, line: error.line, reason: error.reason });
  }
}

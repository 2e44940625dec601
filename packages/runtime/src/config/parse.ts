import { defaultConfig, fail, type IntentFinding } from "@writ/contracts";
import { nearest } from "@writ/engine";
import type { YamlFile } from "@writ/stores";
import { type Document, isMap, isNode, isScalar, type YAMLMap } from "yaml";
import type { Declared } from "./declared.ts";
import { faultInExamples } from "./examples.ts";
import { isConfigKey } from "./hold.ts";
import { faultIn, isConfig, isRecord } from "./rules.ts";

/** What a file says, with its lines. */
interface Said {
  values: ReadonlyMap<string, unknown>;
  /** The line of a value or a part of it, by the way to it. */
  lineOf(path: readonly (string | number)[]): number;
}

/** Refuses the file, with the line and why. */
type Refuse = (line: number, reason: string, more?: Readonly<Record<string, unknown>>) => Error;

function saidIn(yaml: YamlFile, document: Document.Parsed, root: YAMLMap, refuse: Refuse): Said {
  const lineOfNode = (node: unknown) => (isNode(node) && node.range ? yaml.lineAt(node.range[0]) : null);
  const values = new Map<string, unknown>();
  const lines = new Map<string | number, number>();
  for (const { key, value } of root.items) {
    const line = lineOfNode(key) ?? 0;
    if (!isScalar(key)) throw refuse(line, "a key must be a word");
    const name = String(key.value);
    lines.set(name, line);
    try {
      values.set(name, isNode(value) ? value.toJS(document, { maxAliasCount: 100 }) : null);
    } catch (error) {
      // An alias that stands for nothing, or for too much.
      throw refuse(line, error instanceof Error ? error.message : String(error));
    }
  }
  const lineOf: Said["lineOf"] = (path) => lineOfNode(root.getIn(path, true)) ?? lines.get(path[0] ?? "") ?? 0;
  return { values, lineOf };
}

function read(yaml: YamlFile, refuse: Refuse): Said {
  const root = yaml.document?.contents ?? null;
  if (yaml.document === null || root === null || (isScalar(root) && root.value === null)) {
    return { values: new Map(), lineOf: () => 0 };
  }
  if (!isMap(root)) throw refuse(1, "it must hold keys and values, such as: mode: observe");
  return saidIn(yaml, yaml.document, root, refuse);
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
    else if (
      (key === "assurance" || key === "quick" || key === "commands" || key === "check" || key === "retention") &&
      isRecord(value)
    ) {
      const known = defaultConfig[key];
      const isKnown = ([part]: [string, unknown]) => Object.hasOwn(known, part);
      const strange = Object.keys(value).filter((part) => !Object.hasOwn(known, part));
      findings.push(...strange.map((part) => unknownKey(part, known, lineOf([key, part]))));
      candidate[key] = { ...known, ...Object.fromEntries(Object.entries(value).filter(isKnown)) };
    } else candidate[key] = value;
  }
  return { candidate, findings };
}

/**
 * Reads a config file. Unknown keys are told and left alone; a wrong value throws SIDECAR_INVALID, since nobody can
 * know what was meant.
 */
export function parseConfig(file: string, yaml: YamlFile): Omit<Declared, "hash"> {
  const refuse: Refuse = (line, reason, more) =>
    fail("SIDECAR_INVALID", { file, line, ...more, reason: line === 0 ? reason : `line ${line}: ${reason}` });
  const said = read(yaml, refuse);
  const { candidate, findings } = overDefaults(said);
  const wrong = isConfig(candidate) ? faultInExamples(candidate.commands) : null;
  if (isConfig(candidate) && wrong === null) return { config: candidate, findings };
  const { path, reason, meant } = wrong ?? faultIn(candidate) ?? { path: [], reason: "it is no config" };
  const key = path.join(".");
  throw refuse(said.lineOf(path), `${key} ${reason}`, meant === undefined ? { key } : { key, meant });
}

import { readFileSync } from "node:fs";
import type { FileFinding, Hook } from "@writ/contracts";
import { toHook } from "@writ/engine";
import { loadYamlFile, type YamlFile } from "@writ/stores";
import type { HookFileEntry } from "./hook-files.ts";

type Path = readonly (string | number)[];

/** A hook with a way to say where in its file something stands. */
export interface ReadHook {
  readonly hook: Hook | null;
  readonly findings: FileFinding[];
  lineOf(path: Path): number;
}

/** An alias that grows into more than this is an attack on whoever reads it. */
const mostAliases = 50;

/** More than anybody writes by hand; each entry that is wrong is looked at for what was meant, and where it stands. */
const mostEntries = 500;

/** Whether some list or map is too long. What `effects` holds is not looked at by anybody. */
function isExcessive(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const entries = Object.entries(value).filter(([key]) => key !== "effects");
  return entries.length > mostEntries || entries.some(([, inner]) => isExcessive(inner));
}

/** The line of the deepest part of a path that the file has; 0 where nothing of it is there. */
function lineIn({ document, lineAt }: YamlFile, path: Path): number {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const holder: unknown = depth === 1 ? document?.contents : document?.getIn(path.slice(0, depth - 1), true);
    const start = keyStart(holder, path[depth - 1]) ?? startOf(document?.getIn(path.slice(0, depth), true));
    if (start !== null) return lineAt(start);
  }
  return startOf(document?.contents) === null ? 0 : 1;
}

function startOf(node: unknown): number | null {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return null;
  return typeof node.range[0] === "number" ? node.range[0] : null;
}

/** Where a key of a map stands: a value may begin lines below it. */
function keyStart(map: unknown, key: string | number | undefined): number | null {
  if (typeof map !== "object" || map === null || !("items" in map) || !Array.isArray(map.items)) return null;
  const pairs: unknown[] = map.items;
  for (const pair of pairs) {
    if (typeof pair !== "object" || pair === null || !("key" in pair)) continue;
    const name = pair.key;
    if (typeof name === "object" && name !== null && "value" in name && name.value === key) return startOf(name);
  }
  return null;
}

/** Reads one file. Whatever is in it, the answer is a hook or findings. */
export const readHookFile = ({ source, path }: HookFileEntry): Promise<ReadHook> =>
  parseHookFile(source, () => readFileSync(path));

/** The same, of bytes that may be kept elsewhere. */
export async function parseHookFile(source: string, bytesOf: () => Buffer): Promise<ReadHook> {
  const broken = (line: number, message: string): ReadHook => ({
    hook: null,
    findings: [{ file: source, line, severity: "error", message }],
    lineOf: () => line,
  });
  const { parseYamlFile, Unusable } = await loadYamlFile();
  try {
    const file = parseYamlFile(bytesOf());
    if (file.document === null) return broken(0, "it is empty");
    const value: unknown = file.document.toJS({ maxAliasCount: mostAliases });
    if (isExcessive(value)) return broken(0, `it has a list, or keys, of more than ${mostEntries} entries`);
    const { hook, faults } = toHook(value, source);
    const lineOf = (at: Path): number => lineIn(file, at);
    const findings = faults.map(({ path: at, severity, message }) => ({
      file: source,
      line: lineOf(at),
      severity,
      message,
    }));
    return { hook, findings, lineOf };
  } catch (error) {
    if (error instanceof Unusable) return broken(error.line, error.message);
    return broken(0, `it cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

import { type Check, isRecord, valueIn, writeJson } from "./state/json-file.ts";
import { keyOf, type Seal, sealOf } from "./state/sealing.ts";
import { stateFolder, statePath } from "./state/sidecar.ts";

/** What a compiled file is made of, so that it can be told whether it still holds. */
export interface CompiledKey {
  /** File name in `.state/compiled/`, without its ending. */
  name: string;
  /** Number of the shape; a change in how the YAML is read makes a new one. */
  format: number;
  /** Exactly what it was made from: comparing is faster than hashing, which would have to be loaded first. */
  source: string;
}

interface Envelope extends CompiledKey {
  value: unknown;
}

const isEnvelope: Check<Envelope> = (value): value is Envelope =>
  isRecord(value) && typeof value.source === "string" && typeof value.format === "number" && "value" in value;

const pathOf = (root: string, { name }: CompiledKey): string =>
  statePath(stateFolder(root), "compiled", `${name}.json`);

/** Without a key nothing can be relied upon, and what is compiled is as good as the file it was made from. */
function sealFor(root: string, key: CompiledKey): Seal | null {
  const state = stateFolder(root);
  return keyOf(state) === null ? null : sealOf(state, pathOf(root, key));
}

/** What was compiled from exactly this YAML; `null` when there is nothing, or nothing that can be relied upon. */
export function readCompiled<T>(root: string, key: CompiledKey, check: Check<T>): T | null {
  try {
    const seal = sealFor(root, key);
    const found = seal === null ? null : valueIn(pathOf(root, key), isEnvelope, seal);
    if (found === null || found.source !== key.source || found.format !== key.format) return null;
    return check(found.value) ? found.value : null;
  } catch {
    // A cache that cannot be read costs time, nothing else.
    return null;
  }
}

/** Keeps a value for the next reader of the same YAML. A `.state/` that cannot be written is fine. */
export async function writeCompiled(root: string, key: CompiledKey, value: unknown): Promise<void> {
  try {
    const seal = sealFor(root, key);
    if (seal !== null) await writeJson(pathOf(root, key), { format: key.format, source: key.source, value }, { seal });
  } catch {
    // The next reader parses once more.
  }
}

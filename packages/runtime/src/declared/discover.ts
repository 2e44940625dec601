import type { FileFinding, Hook } from "@writ/contracts";
import { order } from "@writ/engine";
import type { HookFiles } from "./hook-files.ts";
import { type ReadHook, readHookFile } from "./read-hook-file.ts";
import { isBuiltin, type Registry } from "./registry.ts";

/**
 * Reads every file and puts the hooks into their order. One bad file does not stop the others (R113). Of two hooks
 * with one id the first file counts; a hook of the repository takes the place of Writ's own.
 */
export async function discover({ entries, findings }: HookFiles): Promise<Registry> {
  const found: FileFinding[] = [...findings];
  const byId = new Map<string, Hook>();
  const read = new Map<string, ReadHook>();
  for (const entry of entries) {
    const one = await readHookFile(entry);
    found.push(...one.findings);
    if (one.hook === null) continue;
    const first = byId.get(one.hook.id);
    if (first !== undefined) {
      if (isBuiltin(one.hook)) continue;
      const message = `id: ${one.hook.id} is taken by ${first.source}, which is the one that counts`;
      found.push({ file: entry.source, line: one.lineOf(["id"]), severity: "error", message });
      continue;
    }
    byId.set(one.hook.id, one.hook);
    read.set(one.hook.id, one);
  }
  const { hooks, faults } = order([...byId.values()]);
  for (const { hook, path, severity, message } of faults)
    found.push({ file: hook.source, line: read.get(hook.id)?.lineOf(path) ?? 0, severity, message });
  return { hooks, findings: found.sort(byPlace) };
}

const byPlace = (a: FileFinding, b: FileFinding): number =>
  a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;

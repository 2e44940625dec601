import { readCompiled, writeCompiled } from "@writ/stores";
import { isOn } from "./guards.ts";
import { type HookFiles, lookAtHookFiles } from "./hook-files.ts";
import { isRegistry, type Registry } from "./registry.ts";

/** Grows with every change in how hook files are read. */
const format = 1;

/** The hooks of one repository, read anew when a file changed (R118). */
export interface OpenRegistry {
  /** As the files are now. */
  read(): Promise<Registry>;
  /** As they were when they were last read. */
  readonly last: Registry;
  /** Whether nothing changed since. */
  isCurrent(): boolean;
}

/** Everything that can differ when a file does. */
const sourceOf = ({ entries, findings }: HookFiles): string =>
  JSON.stringify([entries.map(({ source, path, identity }) => [source, path, identity]), findings]);

/** Opens it. What was read is kept for the next process too, so that most of them load no YAML reader. */
export function openRegistry(root: string, builtins: string | null): OpenRegistry {
  let known: { source: string; registry: Registry } = { source: "", registry: { hooks: [], findings: [] } };
  // Writ's own hooks do nothing where nobody asked for the layer.
  const look = () => lookAtHookFiles(root, isOn(root) ? builtins : null);
  return {
    get last() {
      return known.registry;
    },
    isCurrent: () => sourceOf(look()) === known.source,
    async read() {
      const files = look();
      const source = sourceOf(files);
      if (source === known.source) return known.registry;
      const key = { name: "hooks", format, source };
      let registry = readCompiled(root, key, isRegistry);
      if (registry === null) {
        const { discover } = await import("./discover.ts");
        registry = await discover(files);
        await writeCompiled(root, key, registry);
      }
      known = { source, registry };
      return registry;
    },
  };
}

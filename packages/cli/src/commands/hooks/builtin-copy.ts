import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fail } from "@writ/contracts";
import { type HookWorld, isBuiltin } from "./known.ts";
import type { NewFile } from "./scaffold.ts";

/** What cannot be said beside \`--from\`, since the copied hook says it. */
interface Said {
  readonly event: string | undefined;
  readonly lang: string | undefined;
  readonly blocking: boolean;
}

/** The files of one of Writ's own hooks under a new id, its handler with all that it loads. */
export async function copyOf(id: string, from: string, said: Said, world: HookWorld): Promise<NewFile[]> {
  const own = world.hooks.filter(({ hook }) => isBuiltin(hook)).map(({ hook }) => hook.id);
  if (!own.includes(from))
    throw fail("USAGE", { message: `${from} is no hook of Writ's own.`, fix: `There are ${own.sort().join(", ")}.` });
  if (said.event !== undefined || said.lang !== undefined || said.blocking)
    throw fail("USAGE", {
      message: "A copy has the event, the language and the blocking of what is copied.",
      fix: "Leave --event, --lang and --blocking out, and change the copy.",
    });
  const folder = world.places.builtins ?? "";
  const handler = `.system/hooks/handlers/${id}.mjs`;
  const definition = await readFile(join(folder, `${from}.yaml`), "utf8");
  const loaded = await loadedBy(folder, `${from}.mjs`);
  return [
    { path: `.system/hooks/${id}.yaml`, text: renamed(definition, id, handler) },
    { path: handler, text: await readFile(join(folder, `${from}.mjs`), "utf8") },
    ...(await Promise.all(
      loaded.map(async (name) => ({
        path: `.system/hooks/handlers/${name}`,
        text: await readFile(join(folder, name), "utf8"),
      })),
    )),
  ];
}

/** The definition without what it says about being Writ's own, with another id and handler. */
function renamed(definition: string, id: string, handler: string): string {
  const lines = definition.split("\n");
  const body = lines.slice(lines.findIndex((line) => !line.startsWith("#"))).join("\n");
  return `# yaml-language-server: $schema=./hook.schema.json\n${body
    .replace(/^id:.*$/m, () => `id: ${id}`)
    .replace(/^( +command:).*$/m, (_, key: string) => `${key} ${handler}`)}`;
}

/** What a module loads by a relative name, and what that loads in turn, each from the folder. */
async function loadedBy(folder: string, module: string, seen: Set<string> = new Set()): Promise<string[]> {
  const text = await readFile(join(folder, module), "utf8");
  for (const [, name = ""] of text.matchAll(/\bfrom\s+"(\.{1,2}\/[^"]+)"/g)) {
    const path = posix.join(posix.dirname(module), name);
    if (seen.has(path)) continue;
    seen.add(path);
    await loadedBy(folder, path, seen);
  }
  return [...seen].sort();
}

import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { fail } from "@writ/contracts";
import { type HookWorld, isBuiltin } from "./known.ts";
import type { NewFile } from "./scaffold.ts";
import { plainExample } from "./stubs.ts";

/** What cannot be said beside \`--from\`, since the copied hook says it. */
interface Said {
  readonly event: string | undefined;
  readonly lang: string | undefined;
  readonly blocking: boolean;
}

/** The files of one of Writ's own hooks under a new id, its handler with all that it loads, and an example. */
export async function copyOf(id: string, from: string, said: Said, world: HookWorld): Promise<NewFile[]> {
  const own = world.hooks.map(({ hook }) => hook).filter(isBuiltin);
  const events = own.find((hook) => hook.id === from)?.events;
  if (events === undefined)
    throw fail("USAGE", {
      message: `${from} is no hook of Writ's own.`,
      fix: `There are ${own
        .map((hook) => hook.id)
        .sort()
        .join(", ")}.`,
    });
  if (said.event !== undefined || said.lang !== undefined || said.blocking)
    throw fail("USAGE", {
      message: "A copy has the event, the language and the blocking of what is copied.",
      fix: "Leave --event, --lang and --blocking out, and change the copy.",
    });
  const folder = world.places.builtins ?? "";
  const definition = await readFile(join(folder, `${from}.yaml`), "utf8");
  const loaded = await loadedBy(folder, `${from}.mjs`);
  // A handler of several files gets a folder of its own, so that two copies do not share their parts.
  const handlers = loaded.length === 0 ? ".system/hooks/handlers" : `.system/hooks/handlers/${id}`;
  const handler = `${handlers}/${id}.mjs`;
  return [
    { path: `.system/hooks/${id}.yaml`, text: renamed(definition, id, handler) },
    { path: handler, text: await readFile(join(folder, `${from}.mjs`), "utf8") },
    ...(await Promise.all(
      loaded.map(async (name) => ({
        path: `${handlers}/${name}`,
        text: await readFile(join(folder, name), "utf8"),
      })),
    )),
    ...events.map((event) => ({
      path: `.system/hooks/examples/${id}/${events.length === 1 ? "runs" : event}.json`,
      text: plainExample(event),
    })),
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

import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Shipped } from "@writ/contracts";
import { shippedIn } from "@writ/runtime";
import type { Io } from "../io.ts";

/** Where the running command is installed. */
async function packageFolder({ self }: Pick<Io, "self">): Promise<string> {
  return dirname(dirname(await realpath(self.script)));
}

/** The plugins that were built with the running command. */
export async function readShipped(io: Pick<Io, "self">): Promise<Shipped> {
  const folder = join(await packageFolder(io), "dist", "plugins");
  const texts = new Map<string, string>();
  for (const name of await readdir(folder)) {
    if (name.endsWith(".js")) texts.set(basename(name, ".js"), await readFile(join(folder, name), "utf8"));
  }
  return {
    plugin(agent) {
      const text = texts.get(agent);
      if (text === undefined) throw new Error(`this installation of writ lacks the plugin for ${agent}`);
      return text;
    },
  };
}

/** A file of the shim, as it is shipped. */
export async function readShippedShim(name: string, io: Pick<Io, "self">): Promise<string> {
  return readFile(join(await packageFolder(io), "shim", name), "utf8");
}

/** Writ's own hooks, and the programs handlers run in. */
export async function shippedForHooks(io: Pick<Io, "self">): Promise<ReturnType<typeof shippedIn>> {
  return shippedIn(await packageFolder(io));
}

/** A JSON Schema, as it was built with the running command. */
export async function readShippedSchema(name: string, io: Pick<Io, "self">): Promise<string> {
  return readFile(join(await packageFolder(io), "dist", "schema", name), "utf8");
}

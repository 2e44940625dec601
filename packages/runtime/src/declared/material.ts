import { readFileSync } from "node:fs";
import type { ContentHash, Hook } from "@writ/contracts";
import { crypto } from "@writ/stores";
import { definitionOf } from "./definition.ts";
import { type Handler, handlerOf, type Places } from "./handler-files.ts";

/** What a person looks at before they trust a hook, and the hash of exactly these bytes. */
export interface Material {
  readonly hash: ContentHash;
  /** The definition, then the files of the handler; each by its name from the root. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** The hash trust is kept under: of the definition, then of name and bytes of each file of the handler. */
export function hashOfMaterial([definition, ...files]: Material["files"]): ContentHash {
  const hash = crypto().createHash("sha256");
  const add = (name: string, bytes: Uint8Array) => hash.update(`${name}\0${bytes.byteLength}\0`).update(bytes);
  if (definition !== undefined) add("", definition.bytes);
  for (const { name, bytes } of files) add(name, bytes);
  return `sha256:${hash.digest("hex")}`;
}

/** Reads all that a hook consists of; `null` where nobody can tell, since something is missing or lies elsewhere. */
export function readMaterial(hook: Hook, places: Places, handler: Handler = handlerOf(hook, places)): Material | null {
  if (!handler.isWhole) return null;
  try {
    const files = [
      { name: hook.source, bytes: readFileSync(definitionOf(hook, places)) },
      ...handler.files.map(({ name, path }) => ({ name, bytes: readFileSync(path) })),
    ];
    return { hash: hashOfMaterial(files), files };
  } catch {
    return null;
  }
}

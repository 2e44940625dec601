import { isImported, type MapEntry, mapEntries, renderMap } from "@writ/engine";
import { type IndexListener, openIndex } from "./ledger-index.ts";
import { rewrite } from "./rewrite.ts";
import type { Workspace } from "./types.ts";

/** Records of so many files are read at once. */
const filesAtOnce = 500;

/** Makes `intent_map.md` again from what Writ itself recorded, here and in what others published. Gives its text. */
export async function remakeMap(workspace: Workspace, listener?: IndexListener): Promise<string> {
  const index = await openIndex(workspace, listener);
  const entries: MapEntry[] = [];
  try {
    const files = await index.files();
    for (let at = 0; at < files.length; at += filesAtOnce) {
      listener?.onProgress?.(at, files.length);
      const records = await index.traces({ files: files.slice(at, at + filesAtOnce) });
      entries.push(...records.filter((record) => !isImported(record)).flatMap(mapEntries));
    }
  } finally {
    index.close();
  }
  const text = renderMap(entries);
  await rewrite(workspace, workspace.paths.map, () => text);
  return text;
}

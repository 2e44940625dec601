import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { HookResult } from "@writ/contracts";
import { visibleLine } from "@writ/engine";
import { fromRoot } from "./inside-root.ts";

const mostShown = 200;

/** A document by its name from the root, with the part of it that is meant; `null` where there is no such file here. */
function documentAt(root: string, path: string): string | null {
  const [, file = "", part = ""] = /^([^#]*)(#.*)?$/s.exec(path) ?? [];
  for (const [name, rest] of [
    [path, ""],
    [file, part],
  ] as const) {
    try {
      const full = resolve(root, name);
      const real = realpathSync.native(full);
      const here = fromRoot(root, full);
      if (here !== null && fromRoot(root, real) !== null && statSync(real).isFile()) return `${here}${rest}`;
    } catch {
      // Not there under this name.
    }
  }
  return null;
}

/** A result without the documents that are no files of this repository: the model would look for them, or elsewhere. */
export function withRealDocuments(root: string, result: HookResult): HookResult {
  const { suggested_documents: documents } = result;
  if (documents === undefined) return result;
  const found = documents.map((document) => ({ document, path: documentAt(root, document.path) }));
  const dropped = found.filter(({ path }) => path === null);
  const logs = dropped.map(({ document }) => ({
    level: "warn" as const,
    message: `It suggests ${visibleLine(document.path).slice(0, mostShown)}, which is no file of this repository; nobody is told.`,
  }));
  return {
    ...result,
    suggested_documents: found.flatMap(({ document, path }) => (path === null ? [] : [{ ...document, path }])),
    ...(logs.length === 0 ? {} : { logs: [...(result.logs ?? []), ...logs] }),
  };
}

import type { FileFinding, Route } from "@writ/contracts";
import { parseDocument, type ReadDocument } from "./document.ts";
import { parseRouteIndexes, type RouteIndex } from "./route-index.ts";
import { parseRoutes } from "./routes.ts";
import { knowledgeFileOf } from "./which-file.ts";

/** What one file tells knowledge routing. */
export interface KnowledgeRead {
  readonly indexes: readonly RouteIndex[];
  readonly routes: readonly Route[];
  /** `null` for a file that is an index or holds routes. */
  readonly document: ReadDocument | null;
  readonly findings: readonly FileFinding[];
}

/** Reads a file of knowledge routing, whatever it is; a YAML file that is no index holds routes. Never throws. */
export function parseKnowledgeFile(text: string, file: string): KnowledgeRead {
  const nothing = { indexes: [], routes: [], document: null, findings: [] };
  if (knowledgeFileOf(file) === "index") return { ...nothing, ...parseRouteIndexes(text, file) };
  if (/\.ya?ml$/i.test(file)) return { ...nothing, ...parseRoutes(text, file) };
  const document = parseDocument(text, file);
  return { ...nothing, document, findings: document.findings };
}

import type { FileFinding, KnowledgeDocument, Route } from "@writ/contracts";
import { isKnowledgeRead, type KnowledgeRead, knowledgeFileOf, type RouteIndex } from "@writ/engine";
import { openSurveyor } from "../survey/survey.ts";

/** Everything knowledge routing needs of a repository. */
export interface KnowledgeSources {
  readonly indexes: readonly RouteIndex[];
  /** Every route file with its routes, as written. */
  readonly routeFiles: ReadonlyMap<string, readonly Route[]>;
  /** All routes, their documents by their paths from the root; those that lead nowhere are left out. */
  readonly routes: readonly Route[];
  readonly documents: ReadonlyMap<string, KnowledgeDocument>;
  readonly findings: readonly FileFinding[];
  /** The file another one mentions, from the root; `null` when there is none. */
  find(mentioned: string, file: string): string | null;
}

const survey = openSurveyor<KnowledgeRead>({
  cache: "knowledge.json",
  wanted: (path) => knowledgeFileOf(path) !== null,
  loadParser: async () => (await import("@writ/engine/knowledge")).parseKnowledgeFile,
  unread: (findings) => ({ indexes: [], routes: [], document: null, findings }),
  noted: (read, findings) => ({ ...read, findings: [...findings, ...read.findings] }),
  isValue: isKnowledgeRead,
});

/** A repository has some dozens; each is ranked for every request. */
const mostRoutes = 1000;

/** Reads a repository's routing documents, route files, and what the routed documents say about themselves. */
export async function readKnowledge(root: string): Promise<KnowledgeSources> {
  const { files, findings: found, read, find, keep } = await survey(root);
  const findings: FileFinding[] = [...found];
  const indexes: RouteIndex[] = [];
  const routeFiles = new Map<string, readonly Route[]>();
  const take = async (file: string): Promise<KnowledgeRead> => {
    const one = await read(file);
    findings.push(...one.findings);
    return one;
  };
  for (const file of files) {
    if (knowledgeFileOf(file) === "index") indexes.push(...(await take(file)).indexes);
  }
  const listed = indexes.flatMap(({ routeFile, file }) => find(routeFile, file) ?? []);
  const named = files.filter((file) => knowledgeFileOf(file) === "routes");
  for (const file of new Set([...listed, ...named])) {
    if (/\.ya?ml$/i.test(file)) routeFiles.set(file, (await take(file)).routes);
  }
  const documents = new Map<string, KnowledgeDocument>();
  const routes: Route[] = [];
  for (const route of [...routeFiles.values()].flat().slice(0, mostRoutes)) {
    const alive = route.documents.flatMap((document) => {
      const path = find(document.path, route.file);
      return path === null ? [] : [{ ...document, path }];
    });
    if (alive.length > 0) routes.push({ ...route, documents: alive });
    for (const { path } of alive) {
      const document = documents.has(path) ? null : (await take(path)).document;
      if (document !== null) documents.set(path, document.document);
    }
  }
  await keep();
  return { indexes, routeFiles, routes, documents, findings, find };
}

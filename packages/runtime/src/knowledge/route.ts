import type { DocumentSuggestion, FileFinding, Route, RoutingIntent } from "@writ/contracts";
import { chooseDocuments, type Fitting, intentWords, narrow } from "@writ/engine";
import { type KnowledgeSources, readKnowledge } from "./read.ts";

/** More than this nobody reads before the work. */
const most = 5;

/**
 * The documents to read for an intent, at most five, best first: by scope and topic, then by what routes say they are
 * for, then by stage.
 */
export async function routeDocuments(
  root: string,
  intent: RoutingIntent,
  { limit = most }: { limit?: number } = {},
): Promise<{ documents: DocumentSuggestion[]; findings: FileFinding[] }> {
  const knowledge = await readKnowledge(root);
  const { routes, isNamed } = narrow(knowledge.routes, intent);
  const fitting = await rank(routes, knowledge, intentWords(intent), isNamed);
  const wanted = Math.min(most, Math.max(1, Math.floor(limit)));
  const documents = chooseDocuments(fitting, knowledge.documents, intent.stage, wanted);
  return { documents, findings: [...knowledge.findings] };
}

/** Less than for a request out of the blue: whoever asks for documents wants some. */
const leastSure = 0.15;

/** A document that says nothing about itself still has a name. */
const nameOf = (path: string): string => (path.split("/").at(-1) ?? "").replace(/\.\w+$/, "");

/** Routes that fit the words, best first; where none does, all those that scope and topic name. */
async function rank(
  routes: readonly Route[],
  { documents }: KnowledgeSources,
  words: string,
  isNamed: boolean,
): Promise<Fitting[]> {
  if (routes.length === 0) return [];
  const { openDocumentSuggester } = await import("@writ/engine/suggest");
  const entries = routes.map((route, at) => ({
    id: String(at),
    name: `${route.scope} ${route.topic}`,
    whenToUse: [route.whenToUse],
    summary: route.documents
      .map(({ path, usage }) => `${usage} ${documents.get(path)?.summary || nameOf(path)}`)
      .join(". "),
    topics: [route.topic, ...route.documents.flatMap(({ path }) => documents.get(path)?.topics ?? [])],
  }));
  const found = openDocumentSuggester(entries).suggest(words, { limit: routes.length, atLeast: leastSure });
  const fitting = found.flatMap(({ id, reason }): Fitting[] => {
    const route = routes[Number(id)];
    return route === undefined ? [] : [{ route, why: reason }];
  });
  return fitting.length > 0 || !isNamed ? fitting : routes.map((route) => ({ route, why: "" }));
}

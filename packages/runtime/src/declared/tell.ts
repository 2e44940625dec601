import type { DocumentSuggestion, MergedResult, RoutingIntent, Told } from "@writ/contracts";
import { sayContext, sayMessages } from "@writ/engine";

const mostDocuments = 5;
const mostAbilities = 8;

/** What hooks want said, apart from any refusal. */
export type Saying = Pick<MergedResult, "messages" | "abilities" | "documents" | "newIntents">;

/** Which abilities this repository really has (R142); one whose registries cannot be read vouches for none. */
async function verified(root: string, abilities: Saying["abilities"]) {
  if (abilities.length === 0) return [];
  const { readAbilities } = await import("../abilities/index.ts");
  const known = await readAbilities(root).catch(() => ({ abilities: [] }));
  const sources = new Map<string, string>();
  for (const { id, operationKey = id, source } of known.abilities) sources.set(id, source).set(operationKey, source);
  return abilities.slice(0, mostAbilities).map((ability) => {
    const source = sources.get(ability.id);
    return source === undefined ? { ...ability, verified: false } : { ...ability, verified: true, source };
  });
}

/** What knowledge routing finds for new intents (R141). */
export async function routeIntents(root: string, intents: readonly RoutingIntent[]): Promise<DocumentSuggestion[]> {
  if (intents.length === 0) return [];
  const { routeDocuments } = await import("../knowledge/index.ts");
  const found: DocumentSuggestion[] = [];
  for (const intent of intents.slice(0, mostDocuments)) {
    const { documents } = await routeDocuments(root, intent, { limit: mostDocuments }).catch(() => ({ documents: [] }));
    found.push(...documents);
  }
  return byPath(found).slice(0, mostDocuments);
}

function byPath<T extends { readonly path: string }>(documents: readonly T[]): T[] {
  return documents.filter(({ path }, at) => documents.findIndex((one) => one.path === path) === at);
}

/** What hooks said, as text for the model and for the person. */
export async function tell(root: string, { messages, abilities, documents, newIntents }: Saying): Promise<Told> {
  const found = byPath([...documents, ...(await routeIntents(root, newIntents))]).slice(0, mostDocuments);
  const context = sayContext({ abilities: await verified(root, abilities), documents: found });
  const shown = sayMessages(messages);
  return { ...(context === "" ? {} : { context }), ...(shown.length === 0 ? {} : { messages: shown }) };
}

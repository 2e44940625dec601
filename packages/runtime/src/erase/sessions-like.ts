import { readPublished } from "@writ/stores";
import type { Workspace } from "../workspace/types.ts";

/** Fewer letters name no session. */
const shortest = 4;

/** The sessions on record whose ids begin with a text; only the one that is it, where there is one. */
export async function sessionsLike(workspace: Workspace, text: string): Promise<string[]> {
  const { traces, decisions, paths, sessions } = workspace;
  const found = new Set<string>();
  const take = (id: string) => {
    if (id === text || (text.length >= shortest && id.startsWith(text))) found.add(id);
  };
  for await (const { record } of traces.read({}, () => {})) take(record.metadata.session);
  for await (const { record } of decisions.read({}, () => {})) take(record.session);
  for await (const { record } of readPublished(paths.published, {}, () => {}))
    take("decision" in record ? record.session : record.metadata.session);
  for (const { id } of await sessions.list()) take(id);
  return found.has(text) ? [text] : [...found].sort();
}

import type { Intent, IntentStore } from "@writ/contracts";
import { mergeHistory } from "../intents/history.ts";
import { newId, unknownIntent } from "../intents/ids.ts";
import { type Change, changedIntent, freshIntent, tidyChange } from "../intents/tidy.ts";

/** Intents that live as long as the program, for tests. */
export function openMemoryIntents(given: readonly Intent[] = [], ignore: readonly string[] = []): IntentStore {
  let intents = structuredClone([...given]);
  const get = (id: string): Intent => {
    const found = intents.find((intent) => intent.id === id);
    if (found === undefined)
      throw unknownIntent(
        id,
        intents.map((intent) => intent.id),
      );
    return found;
  };
  const change = (id: string, asked: Change): Intent => {
    const next = changedIntent(get(id), tidyChange(asked));
    intents = intents.map((intent) => (intent.id === id ? next : intent));
    return structuredClone(next);
  };
  return {
    read: async () => ({ state: "ok", intents: structuredClone(intents), findings: [] }),
    async add(asked) {
      const intent = freshIntent(
        newId(
          asked.id,
          intents.map((item) => item.id),
        ),
        asked,
      );
      intents = [...intents, intent];
      return structuredClone(intent);
    },
    update: async (id, asked) => change(id, asked),
    setStatus: async (id, status) => change(id, { status }),
    async flushHistory(id, entries) {
      change(id, { recentHistory: mergeHistory(get(id).recentHistory, entries) });
    },
    readIgnore: async () => [...ignore],
  };
}

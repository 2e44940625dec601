import type { Ability, AbilitySuggestion, Stage } from "@writ/contracts";
import { readAbilities } from "./read.ts";
import { readPrior } from "./usage.ts";

/** How suggestions are narrowed. */
export interface SuggestOptions {
  /** Three unless told. */
  readonly limit?: number;
  readonly stage?: Stage;
  /** Abilities that are for other environments are left out. */
  readonly environment?: string;
}

type Suggester = ReturnType<typeof import("@writ/engine/suggest")["openSuggester"]>;

/** Made once for each list of abilities, which is the same list as long as nothing changed. */
const suggesters = new WeakMap<readonly Ability[], Suggester>();

/** Abilities of a repository that may help with a request, best first. None where nothing fits. */
export async function suggestAbilities(
  root: string,
  message: string,
  { limit = 3, stage, environment }: SuggestOptions = {},
): Promise<AbilitySuggestion[]> {
  const { abilities } = await readAbilities(root);
  if (abilities.length === 0 || message.trim() === "") return [];
  const elsewhere = new Set(
    abilities
      .filter(({ environments }) => environment !== undefined && !isFor(environments, environment))
      .map(({ id }) => id),
  );
  const suggester = await suggesterFor(abilities);
  const found = suggester.suggest(message, {
    limit: limit + elsewhere.size,
    uses: await readPrior(root),
    ...(stage === undefined ? {} : { stage }),
  });
  return found.filter(({ id }) => !elsewhere.has(id)).slice(0, limit);
}

async function suggesterFor(abilities: readonly Ability[]): Promise<Suggester> {
  const made = suggesters.get(abilities);
  if (made !== undefined) return made;
  const { openSuggester } = await import("@writ/engine/suggest");
  const suggester = openSuggester(abilities);
  suggesters.set(abilities, suggester);
  return suggester;
}

const isFor = (environments: readonly string[], environment: string): boolean =>
  environments.length === 0 || environments.includes("*") || environments.includes(environment);

import { disturbs, readsOf } from "./effects.ts";
import type { Language } from "./languages.ts";
import type { Term } from "./term.ts";
import { type Traits, traitsIn } from "./traits.ts";

/** Whether what depends on an order still stands in it. */
export function isOrderKept(olds: readonly Term[], pairs: readonly [number, number][], language: Language): boolean {
  const sorted = [...pairs].sort(([one], [other]) => one - other);
  if (sorted.every(([, is], at) => at === 0 || is > (sorted[at - 1]?.[1] ?? 0))) return true;
  const traits = traitsIn(olds, language);
  return sorted.every(([was, is], at) =>
    sorted.slice(at + 1).every(([later, now]) => {
      if (now > is) return true;
      const [one, other] = [traits.get(olds[was] as Term), traits.get(olds[later] as Term)];
      return one !== undefined && other !== undefined && isIndependent(one, other);
    }),
  );
}

function isIndependent(one: Traits, other: Traits): boolean {
  if (one.fixed || other.fixed || (!one.free && !other.free)) return false;
  // Of two with one name the later one counts.
  if (one.label !== null && one.label === other.label) return false;
  const meet = (names: ReadonlySet<string>, uses: ReadonlySet<string>): boolean =>
    [...names].some((name) => uses.has(name));
  if (meet(one.names, other.uses) || meet(other.names, one.uses)) return false;
  if (meet(one.names, other.names) && !(one.isOverload && other.isOverload)) return false;
  return !isDisturbed(one, other) && !isDisturbed(other, one);
}

/** A value is another one after what it reads has changed. */
const isDisturbed = (one: Traits, other: Traits): boolean =>
  one.uses.size > 0 && !other.free && disturbs(other.term, readsOf(one.term));

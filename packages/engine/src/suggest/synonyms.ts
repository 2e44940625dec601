import { thesaurus } from "./thesaurus.ts";
import { stemOf } from "./words.ts";

function relate(): ReadonlyMap<string, ReadonlySet<string>> {
  const related = new Map<string, Set<string>>();
  for (const group of thesaurus) {
    const members = group.map(stemOf);
    for (const member of members) {
      const others = related.get(member) ?? new Set<string>();
      for (const other of members) if (other !== member) others.add(other);
      related.set(member, others);
    }
  }
  return related;
}

let related: ReadonlyMap<string, ReadonlySet<string>> | undefined;
const none: ReadonlySet<string> = new Set();

/** The stems that mean nearly the same as this one. */
export function synonymsOf(stem: string): ReadonlySet<string> {
  related ??= relate();
  return related.get(stem) ?? none;
}

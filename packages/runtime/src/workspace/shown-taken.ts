import type { Runs } from "./runs.ts";
import { indented, oneLine, type Shown, scriptShown, textShown } from "./shown-text.ts";

/** What a person is shown of what commands take by themselves, where it is not shown already. */
export function takenShown({ scripts, defined, changed, taken }: Runs): Shown[] {
  if (taken === undefined) return [];
  const told = new Set([
    ...scripts.map(({ fact }) => fact.path),
    ...defined.map(({ name }) => name).filter((name) => changed.some((one) => one.name === name)),
  ]);
  const isNew = (name: string): boolean => !told.has(name);
  const says = taken.says.filter(({ name }) => isNew(name));
  const kept = [...says.filter(({ isKept }) => isKept).map(({ name }) => name), ...taken.tools.map(([name]) => name)];
  return [
    ...says
      .filter(({ isKept }) => !isKept)
      .map(({ name, line, text }) => textShown(name, `${line} is defined by ${name}:`, text)),
    ...taken.scripts.filter(({ fact }) => isNew(fact.path)).map(scriptShown),
    ...(kept.length === 0 ? [] : [said("it also takes these, as they are now:", kept)]),
    ...(taken.unknown.length === 0
      ? []
      : [said("which files these take by themselves is not known, and no answer depends on those:", taken.unknown)]),
  ];
}

const said = (head: string, names: readonly string[]): Shown => ({
  detail: `${head}\n${indented(names.map(oneLine).join("\n"))}`,
  unseen: [],
});

import { isDeepStrictEqual } from "node:util";
import { type Criterion, criteriaOf, fail, type Intent, toCriteria } from "@writ/contracts";
import { acceptanceOf } from "../../acceptance.ts";
import { isInteractive, recordAnswer, vouch } from "../../answers.ts";
import { defineCommand, many, required, text } from "../../command.ts";
import { findIntent, toDisk } from "../../intents.ts";
import { requireGlobs, requireOwned } from "../../scopes.ts";
import { visible } from "../../text/visible.ts";
import { editIntents } from "./editor.ts";
import { changeLines } from "./parts.ts";
import { requireIntents, requireRuns, trustTyped } from "./typed.ts";

export default defineCommand({
  name: "edit",
  summary: "Change an intent",
  about: "Without options, on a terminal, it opens active_intents.yaml in $VISUAL or $EDITOR and checks it afterwards.",
  who: "person",
  args: { id: required("the intent") },
  options: {
    name: text("NAME", "a new name"),
    addScope: many("GLOB", "one more glob"),
    removeScope: many("GLOB", "a glob to take away"),
    addConstraint: many("TEXT", "one more rule"),
    removeConstraint: many("TEXT", "a rule to take away"),
    addCriterion: many("TEXT", "one more criterion"),
    removeCriterion: many("TEXT", "a criterion to take away, by its words or its command"),
    addRun: many("COMMAND", "one more command that must succeed"),
    addDependency: many("ID", "one more intent that must be complete first"),
    removeDependency: many("ID", "an intent not to wait for any more"),
    addRelated: many("PATH", "one more related file"),
    removeRelated: many("PATH", "a related file to take away"),
  },
  examples: [
    ['intent edit INT-001 --add-scope "tests/auth/**"', "widen it"],
    ['intent edit INT-001 --name "Login and logout"', "rename it"],
    ["intent edit INT-001", "open the file in your editor"],
  ],

  async run(given, context) {
    const writ = await context.openWrit();
    const intent = await findIntent(writ, given.id);
    const addRun = requireRuns(given.addRun);
    await requireIntents(writ, given.addDependency, given.id);
    const change = toChange(intent, { ...given, addRun, addScope: requireGlobs(given.addScope) });
    if (change.ownedScope !== undefined) requireOwned(change.ownedScope);
    if (Object.keys(change).length === 0) {
      if (isInteractive(context)) return editIntents(writ, context);
      throw fail("USAGE", {
        message: "Nothing to change was given.",
        fix: "Say what to change, for example --add-scope GLOB; see: writ intent edit --help",
      });
    }
    if (isDeepStrictEqual({ ...intent, ...change }, intent)) {
      context.print(
        given.json ? JSON.stringify(toDisk(intent), null, 2) : `Nothing to change: ${visible(intent.id)} is so.`,
      );
      return 0;
    }
    const changed = await writ.intents.update(given.id, change);
    await trustTyped(writ, context, given.id, addRun);
    if (change.ownedScope !== undefined)
      await recordAnswer(writ, context, "accepted", await vouch(writ, context), acceptanceOf(changed));
    if (given.json) context.print(JSON.stringify(toDisk(changed), null, 2));
    else {
      const owned = changed.ownedScope.length === 0 ? "nothing" : changed.ownedScope.map(visible).join("  ");
      context.print(`Changed ${visible(changed.id)}. It may change: ${owned}`);
      for (const line of changeLines(intent, changed)) context.print(`  ${line}`);
    }
    return 0;
  },
});

interface Given {
  readonly name: string | undefined;
  readonly addScope: readonly string[];
  readonly removeScope: readonly string[];
  readonly addConstraint: readonly string[];
  readonly removeConstraint: readonly string[];
  readonly addCriterion: readonly string[];
  readonly removeCriterion: readonly string[];
  readonly addRun: readonly string[];
  readonly addDependency: readonly string[];
  readonly removeDependency: readonly string[];
  readonly addRelated: readonly string[];
  readonly removeRelated: readonly string[];
}

/** What the options change of an intent. Taking away what is not there is a mistake worth hearing about. */
export function toChange(intent: Intent, given: Given): Partial<Omit<Intent, "id">> {
  const scope = edited("scope", intent.ownedScope, given.addScope, given.removeScope);
  const constraints = edited("constraint", intent.constraints, given.addConstraint, given.removeConstraint);
  const criteria = editedCriteria(intent, given);
  const dependsOn = edited("dependency", intent.dependsOn ?? [], given.addDependency, given.removeDependency);
  const related = edited("related file", intent.relatedFiles, given.addRelated, given.removeRelated);
  return {
    ...(given.name !== undefined && { name: given.name }),
    ...(scope && { ownedScope: scope }),
    ...(constraints && { constraints }),
    ...(criteria && toCriteria(criteria)),
    ...(dependsOn && { dependsOn }),
    ...(related && { relatedFiles: related }),
  };
}

/** Criteria by their words or their commands; what stays keeps its command. */
function editedCriteria(intent: Intent, { addCriterion, removeCriterion, addRun }: Given): Criterion[] | null {
  const now = criteriaOf(intent);
  const names = (of: Criterion) => [of.text, ...(of.run === undefined ? [] : [of.run])];
  if (addCriterion.length + removeCriterion.length + addRun.length === 0) return null;
  requireThere("criterion", now.flatMap(names), removeCriterion);
  const kept = now.filter((criterion) => !names(criterion).some((name) => removeCriterion.includes(name)));
  const added = [...addCriterion.map((text) => ({ text })), ...addRun.map((run) => ({ text: run, run }))];
  const isThere = (one: Criterion, among: readonly Criterion[]) =>
    among.some((other) => other.text === one.text && other.run === one.run);
  return [...kept, ...added.filter((one, at) => !isThere(one, kept) && !isThere(one, added.slice(0, at)))];
}

function requireThere(what: string, now: readonly string[], wanted: readonly string[]): void {
  const stranger = wanted.find((item) => !now.includes(item));
  if (stranger === undefined) return;
  throw fail("USAGE", {
    message: `There is no ${what} ${JSON.stringify(stranger)} to take away.`,
    fix: now.length === 0 ? "There is none at all." : `It has: ${now.join(", ")}`,
  });
}

function edited(
  what: string,
  now: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): string[] | null {
  if (add.length === 0 && remove.length === 0) return null;
  requireThere(what, now, remove);
  const kept = now.filter((item) => !remove.includes(item));
  return [...kept, ...add.filter((item, at) => !kept.includes(item) && add.indexOf(item) === at)];
}

import { fail, type Intent, type NewIntent } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { acceptanceOf } from "../../acceptance.ts";
import { isInteractive, recordAnswer, vouch } from "../../answers.ts";
import { count, defineCommand, flag, many, text } from "../../command.ts";
import { toDisk } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { requireScope } from "../../scopes.ts";
import { later } from "../../text/duration.ts";
import { visible } from "../../text/visible.ts";
import { partLines } from "./parts.ts";
import { requireIntents, requireRuns, trustTyped } from "./typed.ts";

export default defineCommand({
  name: "add",
  summary: "Add an intent: a piece of work, and the files it may change",
  about:
    "On a terminal it asks for what is missing. A quick intent is small and short-lived: a few files and lines, a few hours, nothing sensitive.",
  who: "person",
  args: {},
  options: {
    id: text("ID", "its id; the next free number when left out"),
    name: text("NAME", "what is to be done, in a few words"),
    scope: many("GLOB", "files it owns; !GLOB takes some out"),
    constraint: many("TEXT", "a rule to keep while working on it"),
    criterion: many("TEXT", "what must be true when it is done"),
    run: many("COMMAND", "a command that must succeed when it is done"),
    dependsOn: many("ID", "an intent that must be complete first"),
    related: many("PATH", "a file worth reading first"),
    quick: flag("a small intent that ends by itself"),
    hours: count("N", "how long a quick intent lasts"),
  },
  examples: [
    ["intent add", "asks, on a terminal"],
    ['intent add --name "Fix login" --scope "src/auth/**"', "no questions"],
    ['intent add --name "Fix login" --scope "src/auth/**" --run "npm test"', "with a command that tells"],
    ['intent add --quick --scope "README.md" --hours 2', "for a typo"],
  ],

  async run(given, context) {
    if (given.hours !== undefined && !given.quick)
      throw fail("USAGE", { message: "--hours is for quick intents.", fix: "Add --quick, or leave --hours out." });
    const writ = await context.openWrit();
    const asked = needsQuestions(given) && isInteractive(context) ? await askFor(given, context) : given;
    const intent = await addIntent(writ, context, {
      ...asked,
      ...(given.quick && { quick: await limits(writ, given.hours, context) }),
    });
    if (given.json) context.print(JSON.stringify(toDisk(intent), null, 2));
    else {
      context.print(`Added ${context.paint.bold(visible(intent.id))}: ${visible(intent.name)}`);
      context.print(`  it may change: ${intent.ownedScope.map(visible).join("  ")}`);
      for (const line of partLines(intent)) context.print(`  ${line}`);
      if (intent.quick !== undefined) context.print(`  until ${intent.quick.expiresAt}`);
      context.print(`An agent takes it up with select_active_intent, or: writ intent select ${visible(intent.id)}`);
    }
    return 0;
  },
});

interface Wanted {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly scope: readonly string[];
  readonly constraint?: readonly string[];
  readonly criterion?: readonly string[];
  readonly run?: readonly string[];
  readonly dependsOn?: readonly string[];
  readonly related?: readonly string[];
  readonly quick?: Intent["quick"] | boolean;
}

/** Adds an intent and records who added it; a problem when name or scope are missing. */
export async function addIntent(writ: Writ, context: Context, wanted: Wanted): Promise<Intent> {
  const scope = requireScope(wanted.scope);
  const quick = typeof wanted.quick === "object" ? wanted.quick : undefined;
  const name = wanted.name?.trim() || (quick === undefined ? "" : `Quick: ${scope.join(" ")}`);
  if (name === "") throw missing("--name NAME");
  if (scope.length === 0) throw missing("--scope GLOB");
  const runs = requireRuns(wanted.run ?? []);
  const intent: NewIntent = {
    ...(wanted.id !== undefined && { id: wanted.id }),
    name,
    ownedScope: scope,
    constraints: wanted.constraint ?? [],
    criteria: [...(wanted.criterion ?? []).map((text) => ({ text })), ...runs.map((run) => ({ text: run, run }))],
    dependsOn: await requireIntents(writ, wanted.dependsOn ?? []),
    relatedFiles: wanted.related ?? [],
    ...(quick && { quick }),
  };
  const added = await writ.intents.add(intent);
  await recordAnswer(writ, context, "accepted", await vouch(writ, context), acceptanceOf(added));
  await trustTyped(writ, context, added.id, runs);
  return added;
}

/** Asks for name, scope and, on the way, rules and criteria. */
export async function askFor(given: Wanted, { ask }: Pick<Context, "ask">): Promise<Wanted> {
  const name = given.name ?? (await ask.text("What is to be done?", { placeholder: "Fix the login redirect" }));
  const scope =
    given.scope.length > 0
      ? given.scope
      : words(
          await ask.text("Which files may it change? Globs, separated by spaces.", {
            placeholder: "src/auth/** tests/auth/**",
          }),
        );
  const constraint = await listOr(given.constraint, "Any rule to keep? (Enter for none; separate several with ;)", ask);
  const criterion = await listOr(given.criterion, "When is it done? (Enter for none; separate several with ;)", ask);
  return { ...given, name, scope, constraint, criterion };
}

async function listOr(
  given: readonly string[] | undefined,
  question: string,
  ask: Context["ask"],
): Promise<readonly string[]> {
  if (given !== undefined && given.length > 0) return given;
  const answer = await ask.text(question, { optional: true });
  return answer
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

const words = (line: string) => line.split(/\s+/).filter((word) => word !== "");

function needsQuestions({
  name,
  scope,
  quick,
}: {
  name: string | undefined;
  scope: readonly string[];
  quick: boolean;
}): boolean {
  return scope.length === 0 || (name === undefined && !quick);
}

async function limits(writ: Writ, hours: number | undefined, { now }: Context): Promise<NonNullable<Intent["quick"]>> {
  const { quick } = (await writ.readConfig()).config;
  if (hours !== undefined && (hours < 1 || hours > quick.hours)) {
    throw fail("USAGE", {
      message: `A quick intent lasts between 1 and ${quick.hours} hours here (quick.hours in .orchestration/config.yaml).`,
      fix: "Leave --hours out, or add a full intent with: writ intent add",
    });
  }
  return { expiresAt: later(now(), (hours ?? quick.hours) * 3_600_000), maxFiles: quick.files, maxLines: quick.lines };
}

function missing(what: string) {
  return fail("USAGE", {
    message: `${what} is missing.`,
    fix: 'For example: writ intent add --name "Fix login" --scope "src/auth/**"',
  });
}

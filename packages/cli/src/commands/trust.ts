import { fail } from "@writ/contracts";
import { acceptFiles, contentsAt, type Writ } from "@writ/runtime";
import { isInteractive, recordAnswer, vouch } from "../answers.ts";
import { defineCommand, flag, text } from "../command.ts";
import { findIntent } from "../intents.ts";
import { Cancelled, type Context } from "../io.ts";
import { page } from "../page.ts";
import { visible } from "../text/visible.ts";
import { isBuiltin, readHooks } from "./hooks/known.ts";
import { configSubject } from "./trust/config.ts";
import { hookSubject } from "./trust/hook.ts";
import { lostSubject } from "./trust/lost-guard.ts";
import { runSubjects } from "./trust/run.ts";
import { listTrust, revokeTrust } from "./trust/standing.ts";
import type { Subject } from "./trust/subject.ts";

export default defineCommand({
  name: "trust",
  summary: "Look at what this repository loosens or runs, and trust it",
  about:
    "A config may only tighten, and a hook or a criterion's command does not run, until a person has trusted it. The trust is for exactly this; a change asks again.",
  who: "person",
  args: {},
  options: {
    yes: flag("do not ask"),
    hook: text("ID", "only this hook"),
    intent: text("ID", "only the commands in the criteria of this intent"),
    list: flag("say what is trusted and what is not"),
    revoke: text("ID", "take the trust in a hook, or in an intent's commands, back"),
  },
  examples: [
    ["trust", "look, then say yes"],
    ["trust --hook slow_calls", "only this hook"],
    ["trust --intent INT-001", "only what its criteria run"],
    ["trust --revoke slow_calls", "it no longer runs"],
    ["trust --yes", "in a script that sets up a machine"],
  ],

  async run({ yes, hook, intent, list, revoke, json }, context) {
    if (list) return listTrust(json, context);
    if (revoke !== undefined) return revokeTrust(revoke, json, context);
    const writ = await context.openWrit();
    const isAll = hook === undefined && intent === undefined;
    if (intent !== undefined) await findIntent(writ, intent);
    const config = isAll ? await configSubject(writ, context) : null;
    const hooksFound =
      isAll || hook !== undefined ? await hookSubjects(writ, hook, json, context) : { subjects: [], unusable: [] };
    const runs = isAll || intent !== undefined ? await runSubjects(writ, intent, context) : [];
    const subjects = [...(config === null ? [] : [config]), ...hooksFound.subjects, ...runs];
    if (subjects.length === 0 && hooksFound.unusable.length > 0) {
      if (json) context.print(JSON.stringify({ trusted: [], unusable: hooksFound.unusable }));
      return 1;
    }
    if (subjects.length === 0) {
      context.print(json ? JSON.stringify({ trusted: [] }) : "Nothing here needs to be trusted.");
      return 0;
    }
    const trusted: Subject[] = [];
    for (const subject of subjects) {
      if (!(await agree(subject, { yes, json, isLast: subject === subjects.at(-1) }, context))) continue;
      await trust(subject, writ, context);
      trusted.push(subject);
      if (!json) context.print(subject.thanks);
    }
    if (trusted.length === 0) throw new Cancelled();
    const names = (kind: Subject["kind"]) => trusted.filter((one) => one.kind === kind).flatMap((one) => one.names);
    const [hooks, intents] = [names("hook"), names("run")];
    const more = { ...(hooks.length > 0 && { hooks }), ...(intents.length > 0 && { intents }) };
    if (json) context.print(JSON.stringify({ trusted: names("config"), ...more }));
    return 0;
  },
});

interface HooksFound {
  readonly subjects: Subject[];
  /** Ids of hooks nobody can trust, since nobody can see what they run. */
  readonly unusable: readonly string[];
}

/** The hooks nobody trusts as they are. One that is switched off is left alone, unless it is asked for or was a guard. */
async function hookSubjects(
  writ: Writ,
  only: string | undefined,
  json: boolean,
  context: Context,
): Promise<HooksFound> {
  const world = await readHooks(context);
  const own = world.hooks.filter(({ hook }) => !isBuiltin(hook));
  const lostOf = (id: string) => world.lost.find(({ hook }) => hook.id === id);
  if (only !== undefined && lostOf(only) === undefined && own.every(({ hook }) => hook.id !== only))
    throw fail("USAGE", {
      message: `There is no hook ${only} in this repository that can be read.`,
      fix: "See what is there: writ hooks list, and what is wrong: writ hooks validate",
    });
  const subjects: Subject[] = [];
  const unusable: string[] = [];
  for (const known of own) {
    const isRelied = lostOf(known.hook.id) !== undefined;
    const isMeant = only === undefined ? known.hook.enabled || isRelied : known.hook.id === only;
    if (known.standing === "trusted" || !isMeant) continue;
    const subject = await hookSubject(known, world, writ, context);
    if (subject !== null) {
      subjects.push(subject);
      continue;
    }
    unusable.push(known.hook.id);
    if (!json)
      context.print(visible(`${known.hook.id} cannot be trusted: ${known.problem ?? "its files cannot be read"}.`));
  }
  // What is not there, or cannot be seen, can only be given up.
  const seen = new Set(subjects.flatMap(({ names }) => names));
  for (const lost of world.lost) {
    if (seen.has(lost.hook.id) || (only !== undefined && lost.hook.id !== only)) continue;
    subjects.push(lostSubject(lost, world, writ, context));
  }
  return { subjects, unusable };
}

interface Asking {
  readonly yes: boolean;
  readonly json: boolean;
  readonly isLast: boolean;
}

/** Shows a subject and takes the person's word for it. */
async function agree(subject: Subject, { yes, json, isLast }: Asking, context: Context): Promise<boolean> {
  const asks = !yes && isInteractive(context);
  if (asks && subject.kind === "hook") await page(subject.lines, context);
  else if (!json) for (const line of subject.lines) context.print(line);
  if (yes) return true;
  if (asks) return context.ask.confirm(subject.question);
  // Everything is shown before it is said that nobody can be asked.
  if (!isLast) return false;
  throw fail("USAGE", {
    message: "Trusting wants a terminal, so that a person sees what is trusted.",
    fix: "Run it in your own terminal, or add --yes.",
  });
}

/** What was shown is what is trusted. */
async function trust(subject: Subject, writ: Writ, context: Context): Promise<void> {
  // Trust in a few commands of a file is none in the file.
  const contents = subject.kind === "run" ? {} : await contentsAt(writ.root, subject.paths);
  if (!(await subject.isUnchanged()))
    throw fail("USAGE", {
      message: `The file${subject.kind === "hook" ? "s" : ""} changed while you looked at ${subject.kind === "hook" ? "them" : "it"}.`,
      fix: "Run writ trust again.",
    });
  await subject.trust();
  const reason = subject.reason === undefined ? {} : { reason: subject.reason };
  const paths = [...subject.paths];
  const voucher = await vouch(writ, context);
  await recordAnswer(writ, context, "trusted", voucher, { paths, contents, ...reason });
  if (subject.kind !== "run") await acceptFiles(writ, context, paths, voucher);
}

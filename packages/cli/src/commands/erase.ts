import { fail } from "@writ/contracts";
import type { EraseChoice, Erased, Writ } from "@writ/runtime";
import { isInteractive, vouch } from "../answers.ts";
import { defineCommand, flag, text } from "../command.ts";
import { Cancelled, type Context } from "../io.ts";
import { notFound } from "../not-found.ts";
import { forgetPeople, nameReader, pseudonymsOf } from "../people.ts";
import { templateLines } from "../setup/templates.ts";
import { parseSince } from "../text/duration.ts";
import { withProgress } from "../text/progress.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "erase",
  summary: "Take a person's data out of the records for good; the chains stay whole",
  about:
    "A tombstone takes the place of each record: it keeps the hash the next record needs, and of a change which lines it made, not who made them, with what or why. Published files are changed too and staged; what git's history has of them stays until you rewrite it. That something was erased is recorded, by hashes.",
  who: "person",
  writesGuard: true,
  args: {},
  options: {
    session: text("ID", "everything of this session"),
    person: text("NAME", "what this person decided, and who is behind their pseudonym: a name, an address, or p-…"),
    before: text("WHEN", "everything older: 2026-01-31, 90d"),
    dryRun: flag("say what would go, and do nothing"),
    yes: flag("do not ask"),
  },
  examples: [
    ["erase --session 3f2a --dry-run", "what would go"],
    ["erase --person ada@example.com", "one person's decisions and name"],
    ["erase --before 365d --yes", "everything older than a year, from a script"],
  ],

  async run({ session, person, before, dryRun, yes, json }, context) {
    const writ = await context.openWrit();
    const choice = await choiceOf(writ, { session, person, before }, context);
    const people = "people" in choice ? choice.people : [];
    const names = "people" in choice && choice.names !== undefined ? people.length : 0;
    const voucher = await vouch(writ, context);
    // Whoever erases themselves is not named by the record of it.
    const by = people.includes(voucher.by) ? { ...voucher, by: "p-erased" } : voucher;
    const shipped = templateLines();
    const plan = await withProgress(context, "Looking", (onProgress) =>
      writ.erase({ choice, by, dryRun: true, shipped, onProgress }),
    );
    const isNothing = countOf(plan) + names === 0;
    if (isNothing) {
      const isLeft = plan.left.length > 0;
      if (!isLeft && session !== undefined) throw noSession(session);
      if (json) context.print(JSON.stringify({ dryRun, ...plan, people: names }, null, 2));
      else
        context.print(
          isLeft
            ? "Nothing of that can be erased by itself."
            : "Nothing is kept of that, so nothing was erased. If there should be something, see how it is spelled: writ log",
        );
      if (!json) tellLeft(plan, context);
      return isLeft ? 1 : 0;
    }
    if (dryRun) {
      const { left: _, ...rest } = plan;
      context.print(
        json ? JSON.stringify({ dryRun, ...rest, people: names }, null, 2) : `Would erase ${say(plan, names)}.`,
      );
      return 0;
    }
    if (!yes) await confirm(plan, names, context);
    const erased = await withProgress(context, "Erasing", (onProgress) =>
      writ.erase({ choice, by, dryRun: false, shipped, onProgress }),
    );
    await forgetPeople(writ.root, people);
    if (json) context.print(JSON.stringify({ dryRun, ...erased, people: names }, null, 2));
    else tell(erased, names, context);
    return erased.left.length === 0 ? 0 : 1;
  },
});

/** How many things are named one by one. */
const mostNamed = 20;

type Given = Record<"session" | "person" | "before", string | undefined>;

async function choiceOf(writ: Writ, given: Given, context: Context): Promise<EraseChoice> {
  const { session, person, before } = given;
  const said = Object.values(given).filter((value) => value !== undefined && value !== "").length;
  if (said !== 1) {
    throw fail("USAGE", {
      message:
        said === 0 ? "It was not said whose data is to go." : "It was said in more than one way whose data goes.",
      fix: "Say one of --session ID, --person NAME, --before WHEN.",
    });
  }
  if (session !== undefined) return { session: await withProgress(context, "Looking", () => sessionOf(writ, session)) };
  if (before !== undefined) {
    const at = parseSince(before, context.now());
    if (at === null) throw fail("USAGE", { message: `--before ${before} is no time.`, fix: "Say 2026-01-31 or 90d." });
    return { before: at };
  }
  const people = await pseudonymsOf(writ.root, person ?? "");
  const nameOf = await nameReader(writ.root);
  if (people.length > 0) return { people, names: people.flatMap((by) => partsOf(nameOf(by))) };
  if (/^p-[0-9a-f]{10}$/.test(person ?? "")) return { people: [person ?? ""] };
  throw notFound(
    `Nobody in this working copy's records is called ${person}.`,
    "Names are in .orchestration/.state/people.json; each working copy has its own pseudonyms.",
  );
}

/** A name and an address are looked for each by itself. */
const partsOf = (name: string): string[] => [name, ...(/^(.*?) <(.*)>$/.exec(name)?.slice(1) ?? [])];

/** The beginning of an id will do where only one session begins like that. */
async function sessionOf(writ: Writ, given: string): Promise<string> {
  const [only = given, ...others] = await writ.sessionsLike(given);
  if (others.length === 0) return only;
  const some = [only, ...others].slice(0, mostNamed).join(", ");
  throw notFound(`${others.length + 1} sessions begin with ${given}: ${some}.`, "Say the whole id of one of them.");
}

function noSession(given: string): Error {
  return notFound(
    given.length < 4
      ? `No session on record is called ${given}.`
      : `No session on record is called ${given}, or begins like that.`,
    "Say at least 4 letters of its id, or all of it; writ log --json names the sessions.",
  );
}

async function confirm(plan: Erased, people: number, context: Context): Promise<void> {
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Nobody is here to be asked, and nothing of this can be undone.",
      fix: "Look first with --dry-run, then say --yes.",
    });
  }
  context.print(`This takes away ${say(plan, people)}. It cannot be undone.`);
  if (!(await context.ask.confirm("Erase it?"))) throw new Cancelled();
}

const countOf = ({ traces, decisions, published, state }: Erased): number => traces + decisions + published + state;

function say({ traces, decisions, published, files, state }: Erased, people: number): string {
  return [
    `${plural(traces, "change")} and ${plural(decisions, "decision")} of the live ledgers`,
    `${plural(published, "published record")} in ${plural(files.length, "file")}`,
    `${plural(state, "thing")} of the state and the logs`,
    ...(people === 0 ? [] : [plural(people, "name")]),
  ].join(", ");
}

function tellLeft({ left }: Erased, { print, paint }: Context): void {
  for (const { file, line, branches } of left.slice(0, mostNamed)) {
    const where = branches === undefined ? (line === 0 ? "" : `:${line}`) : ` (on ${someOf(branches)})`;
    print(paint.red(`  left  ${visible(file)}${visible(where)}`));
  }
  if (left.length > mostNamed) print(paint.red(`  and ${plural(left.length - mostNamed, "more place")}`));
  if (left.some(({ branches }) => branches === undefined))
    print(
      "Look at these yourself: a damaged line goes with writ verify --repair and erasing again, words of people by hand.",
    );
  if (left.some(({ branches }) => branches !== undefined))
    print("What only other branches have comes back with a merge: switch to them, or merge them, and erase it again.");
}

const mostBranches = 3;

function someOf(branches: readonly string[]): string {
  const more = branches.length - mostBranches;
  return `${branches.slice(0, mostBranches).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function tell(erased: Erased, people: number, context: Context): void {
  const { print, paint } = context;
  print(`Erased ${say(erased, people)}.`);
  tellLeft(erased, context);
  if (erased.files.length === 0) return;
  print(`Commit these, which are staged: ${[...erased.files, ...erased.accounts].map(visible).join(" ")}`);
  print(
    paint.dim("Commits made before still hold what was published; only rewriting git's history takes it out of them."),
  );
}

import { type Criterion, criteriaOf, criterionSeconds, type Intent } from "@writ/contracts";
import { uncommittedFiles, untrustedRuns, type Writ } from "@writ/runtime";
import type { Context } from "../../../io.ts";
import { formatDuration } from "../../../text/duration.ts";
import { visible } from "../../../text/visible.ts";
import { notesOf } from "./notes.ts";
import { inTheWay } from "./obstacles.ts";

/** Says what `intent done` would run and ask; changes nothing. */
export async function showPlan(writ: Writ, intent: Intent, json: boolean, context: Context): Promise<0> {
  const { print, paint, now } = context;
  const untrusted = new Set((await untrustedRuns(writ.state, intent)).map(({ run }) => run));
  const criteria = criteriaOf(intent);
  const trusted = new Set(criteria.flatMap(({ run }) => (run === undefined || untrusted.has(run) ? [] : [run])));
  const obstacles = (await inTheWay(writ, intent, { trusted, asks: true })).map(({ reason }) => reason);
  const files = await uncommittedFiles(writ.root, (await writ.readConfig()).config.brain);
  const notes = await notesOf(writ, intent, files, now(), true);
  if (json) {
    const checks = criteria.map(({ text, run, timeoutSeconds }) => ({
      text,
      ...(run !== undefined && { run, trusted: trusted.has(run), timeout: timeoutSeconds ?? criterionSeconds }),
    }));
    print(JSON.stringify({ intent: intent.id, status: intent.status, checks, in_the_way: obstacles, notes }, null, 2));
    return 0;
  }
  print(`${paint.bold(visible(intent.id))}  ${visible(intent.name)}`);
  if (criteria.length === 0) print("  no criteria: it would be closed without a question");
  for (const [index, criterion] of criteria.entries()) print(`  ${index + 1}. ${planned(criterion, untrusted)}`);
  for (const reason of obstacles) print(`  in the way: ${visible(reason)}`);
  for (const note of notes) print(`  note: ${visible(note)}`);
  return 0;
}

function planned({ text, run, timeoutSeconds }: Criterion, untrusted: ReadonlySet<string>): string {
  if (run === undefined) return `asks: ${visible(text)}`;
  const words = text === run ? "" : ` (${visible(text)})`;
  const limit = formatDuration((timeoutSeconds ?? criterionSeconds) * 1000);
  const trust = untrusted.has(run) ? ", once you have trusted it" : "";
  return `runs: ${visible(run)}${words}, at most ${limit}${trust}`;
}

import { criteriaOf, type Intent } from "@writ/contracts";
import { untrustedRuns, type Writ } from "@writ/runtime";
import { isInteractive, recordAnswer, vouch } from "../../../answers.ts";
import type { Context } from "../../../io.ts";
import { runSubject } from "../../trust/run.ts";

/** The commands of an intent that may run. On a terminal the person is shown the others, and may trust them now. */
export async function trustedRuns(
  writ: Writ,
  intent: Intent,
  json: boolean,
  context: Context,
): Promise<ReadonlySet<string>> {
  if (!json && isInteractive(context)) await offer(writ, intent, context);
  const untrusted = new Set((await untrustedRuns(writ.state, intent)).map(({ run }) => run));
  const runs = criteriaOf(intent).flatMap(({ run }) => run ?? []);
  return new Set(runs.filter((run) => !untrusted.has(run)));
}

async function offer(writ: Writ, intent: Intent, context: Context): Promise<void> {
  const subject = await runSubject(intent, writ, context);
  if (subject === null) return;
  for (const line of subject.lines) context.print(line);
  if (!(await context.ask.confirm(subject.question)) || !(await subject.isUnchanged())) return;
  await subject.trust();
  const reason = subject.reason === undefined ? {} : { reason: subject.reason };
  const details = { intent: intent.id, paths: [...subject.paths], ...reason };
  await recordAnswer(writ, context, "trusted", await vouch(writ, context), details);
  context.print(subject.thanks);
}

import { isDeepStrictEqual } from "node:util";
import type { Intent } from "@writ/contracts";
import { runTrust, trustRuns, untrustedRuns, type Writ } from "@writ/runtime";
import { readIntents } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { drawFor, shownLines } from "../../text/show.ts";
import { visible } from "../../text/visible.ts";
import type { Subject } from "./subject.ts";

const file = ".orchestration/active_intents.yaml";

type Shown = Pick<Context, "paint" | "columns">;

/** The commands of an intent's criteria that nobody trusts as they are; `null` when there are none. */
export async function runSubject(intent: Intent, writ: Writ, { paint, columns }: Shown): Promise<Subject | null> {
  const runs = await untrustedRuns(writ.state, intent);
  if (runs.length === 0) return null;
  const { id, name } = intent;
  const wasTrusted = (await writ.state.readTrusted(runTrust(id))).length > 0;
  const why = wasTrusted ? "changed or were added since you trusted them" : "nobody has trusted yet";
  return {
    kind: "run",
    names: [id],
    lines: [
      `${paint.bold(visible(`Intent ${id}`))} (${file}): its criteria run commands that ${why}`,
      `  name:  ${visible(name)}`,
      ...runs.flatMap(({ text, run }) => [
        ...(text === run ? [] : [`  says:  ${visible(text)}`]),
        ...shownLines(run, columns, ["  runs:  ", "      :  "], drawFor(run, paint)),
      ]),
      "  They run with your rights, in this repository, when you say: writ intent done",
      paint.yellow(
        "  note:  what they start in turn, scripts and tests, is not shown here and not covered by this trust",
      ),
      "",
    ],
    question: `Trust ${runs.length === 1 ? "this command" : `these ${runs.length} commands`} of ${id}?`,
    thanks: `Trusted the ${runs.length === 1 ? "command" : "commands"} of ${id}. A change of one asks again.`,
    paths: [file],
    reason: `commands of ${id}`,
    async isUnchanged() {
      const now = (await readIntents(writ)).find((other) => other.id === id);
      return now !== undefined && isDeepStrictEqual(await untrustedRuns(writ.state, now), runs);
    },
    trust: () =>
      trustRuns(
        writ.state,
        id,
        runs.map(({ run }) => run),
      ),
  };
}

/** The same for every intent somebody may still close, or for one. */
export async function runSubjects(writ: Writ, only: string | undefined, shown: Shown): Promise<Subject[]> {
  const intents = (await readIntents(writ)).filter(({ id, status, proposed }) => {
    return only === undefined ? status !== "COMPLETE" && proposed !== true : id === only;
  });
  const subjects = await Promise.all(intents.map((intent) => runSubject(intent, writ, shown)));
  return subjects.flatMap((subject) => subject ?? []);
}

import { fail } from "@writ/contracts";
import { distrustHook, hookTrust, runTrust, untrustedRuns, type Writ } from "@writ/runtime";
import { recordAnswer, vouch } from "../../answers.ts";
import { readIntents } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { columns } from "../../text/table.ts";
import { isBuiltin, readHooks } from "../hooks/known.ts";

/** Says what is trusted, and what is not. */
export async function listTrust(json: boolean, context: Context): Promise<0> {
  const writ = await context.openWrit();
  const { untrusted } = await writ.readConfig();
  const { hooks, lost } = await readHooks(context);
  const own = hooks
    .filter(({ hook }) => !isBuiltin(hook))
    .map(({ hook, standing }) => ({ id: hook.id, state: standing, file: hook.source }));
  const gone = lost
    .filter(({ hook }) => own.every(({ id }) => id !== hook.id))
    .map(({ hook, loss }) => ({ id: hook.id, state: loss, file: hook.source }));
  const all = [...own, ...gone];
  const runs = await runStandings(writ);
  if (json) {
    const intents = runs.length === 0 ? {} : { intents: runs };
    context.print(JSON.stringify({ config: { untrusted }, hooks: all, ...intents }, null, 2));
    return 0;
  }
  const config = untrusted.length === 0 ? "nothing to trust" : `untrusted: ${untrusted.join(", ")}`;
  const rows = [
    ["config", config, ".orchestration/config.yaml"],
    ...[...all, ...runs].map(({ id, state, file }) => [id, state, file]),
  ];
  for (const line of columns(rows, "")) context.print(line);
  return 0;
}

/** How the commands of intents' criteria stand: `changed` when some were trusted once, as something else. */
async function runStandings(writ: Writ): Promise<{ id: string; state: string; file: string }[]> {
  const intents = (await readIntents(writ)).filter(({ criteria }) => criteria !== undefined);
  return Promise.all(
    intents.map(async (intent) => {
      const isTrusted = (await untrustedRuns(writ.state, intent)).length === 0;
      const before = (await writ.state.readTrusted(runTrust(intent.id))).length > 0;
      const state = isTrusted ? "trusted" : before ? "changed" : "untrusted";
      return { id: intent.id, state, file: ".orchestration/active_intents.yaml" };
    }),
  );
}

/** Takes the trust in a hook back, also of one that is gone. */
export async function revokeTrust(id: string, json: boolean, context: Context): Promise<0> {
  const writ = await context.openWrit();
  const isHook = (await writ.state.readTrusted(hookTrust(id))).length > 0;
  if (!isHook && (await writ.state.readTrusted(runTrust(id))).length === 0)
    throw fail("USAGE", {
      message: `Nobody trusts a hook ${id}, nor commands of such an intent.`,
      fix: "See what is trusted: writ trust --list",
    });
  if (isHook) await distrustHook(writ.root, id, writ.state);
  else await writ.state.distrust(runTrust(id));
  const reason = `trust in ${isHook ? "the hook" : "the commands of"} ${id} was taken back`;
  await recordAnswer(writ, context, "rejected", await vouch(writ, context), { reason });
  context.print(
    json
      ? JSON.stringify({ revoked: id })
      : `${id} is no longer trusted, so ${isHook ? "it does" : "its commands do"} not run.`,
  );
  return 0;
}

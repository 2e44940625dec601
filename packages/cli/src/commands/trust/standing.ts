import { fail } from "@writ/contracts";
import { distrustHook, hookTrust } from "@writ/runtime";
import { recordAnswer, vouch } from "../../answers.ts";
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
  if (json) {
    context.print(JSON.stringify({ config: { untrusted }, hooks: all }, null, 2));
    return 0;
  }
  const config = untrusted.length === 0 ? "nothing to trust" : `untrusted: ${untrusted.join(", ")}`;
  const rows = [
    ["config", config, ".orchestration/config.yaml"],
    ...all.map(({ id, state, file }) => [id, state, file]),
  ];
  for (const line of columns(rows, "")) context.print(line);
  return 0;
}

/** Takes the trust in a hook back, also of one that is gone. */
export async function revokeTrust(id: string, json: boolean, context: Context): Promise<0> {
  const writ = await context.openWrit();
  if ((await writ.state.readTrusted(hookTrust(id))).length === 0)
    throw fail("USAGE", { message: `Nobody trusts a hook ${id}.`, fix: "See what is trusted: writ trust --list" });
  await distrustHook(writ.root, id, writ.state);
  const reason = `trust in the hook ${id} was taken back`;
  await recordAnswer(writ, context, "rejected", await vouch(writ, context), { reason });
  context.print(json ? JSON.stringify({ revoked: id }) : `${id} is no longer trusted, so it does not run.`);
  return 0;
}

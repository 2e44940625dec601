import type { HookContext } from "@writ/contracts";
import { type Played, playEvent } from "@writ/runtime";
import type { Context } from "../../io.ts";
import type { HookWorld } from "./known.ts";

interface Playing {
  readonly only?: string | undefined;
  readonly dry: boolean;
  /** Also what is switched off in its file. */
  readonly evenOff?: boolean;
}

/** Plays an event to the hooks that count here, or to one of them. */
export async function play(
  { hooks, lost, places, state, host }: HookWorld,
  context: HookContext,
  { only, dry, evenOff = false }: Playing,
  { env }: Pick<Context, "env">,
): Promise<Played> {
  const counting = hooks.filter(({ hook, isReplaced }) => !isReplaced && (only === undefined || hook.id === only));
  return playEvent(
    counting.map(({ hook }) => (evenOff ? { ...hook, enabled: true } : hook)),
    context,
    { places, state, env, host, dry, lost: lost.filter(({ hook }) => only === undefined || hook.id === only) },
  );
}

import { distrustHook, type LostGuard, lossWords, type Writ } from "@writ/runtime";
import type { Context } from "../../io.ts";
import { visible } from "../../text/visible.ts";
import { type HookWorld, readHooks } from "../hooks/known.ts";
import type { Subject } from "./subject.ts";

/** A guard that is not there any more: what can be trusted is that it is not. */
export function lostSubject({ hook, loss }: LostGuard, { root }: HookWorld, writ: Writ, context: Context): Subject {
  return {
    kind: "hook",
    names: [hook.id],
    lines: [
      `${context.paint.bold(visible(`Guard ${hook.id}`))} (${visible(hook.source)}): ${lossWords[loss]}`,
      visible(`  when:  ${hook.events.join(", ")}; what it guarded is refused meanwhile`),
      "  To have it back, mend or restore its files instead.",
      "",
    ],
    question: `Go on without the guard ${hook.id}?`,
    thanks: `Nobody relies on ${hook.id} any more, and what it guarded is no longer refused.`,
    paths: [hook.source],
    reason: `the guard ${hook.id} was given up`,
    async isUnchanged() {
      const { lost } = await readHooks(context);
      return lost.some((one) => one.hook.id === hook.id && one.loss === loss);
    },
    trust: () => distrustHook(root, hook.id, writ.state),
  };
}

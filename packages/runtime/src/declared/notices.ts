import type { Hook } from "@writ/contracts";
import { switchedOff } from "@writ/engine";
import { findLostGuards, lossWords } from "./lost-guards.ts";
import { distrustOf, prepareHook } from "./prepare.ts";
import { isBuiltin } from "./registry.ts";
import type { Crew } from "./run-event.ts";
import { barredFiles } from "./tools/barred.ts";

const mostNamed = 5;

function named(words: readonly string[]): string {
  const rest = words.length - mostNamed;
  return rest > 0 ? `${words.slice(0, mostNamed).join(", ")} and ${rest} more` : words.join(", ");
}

/** What the person should know about the repository's hooks when a session begins: which of them do nothing, and why. */
export async function noticesOf(crew: Crew, environment: string): Promise<string[]> {
  const registry = await crew.registry.read();
  const { hooks, findings } = registry;
  const places = { root: crew.root, builtins: crew.builtins, path: crew.env.PATH };
  const waiting: Hook[] = [];
  for (const hook of hooks) {
    if (isBuiltin(hook) || switchedOff(hook, environment) !== null) continue;
    if (distrustOf(await prepareHook(hook, places, crew.state)) !== null) waiting.push(hook);
  }
  const broken = [...new Set(findings.filter(({ severity }) => severity === "error").map(({ file }) => file))];
  const lost = await findLostGuards(registry, places, crew.state);
  const notices = lost.map(
    ({ hook: { id }, loss }) =>
      `The guard ${id} ${lossWords[loss]}: what it guards is refused until you run writ trust.`,
  );
  if (waiting.length > 0) {
    const names = named(waiting.map(({ id }) => id));
    notices.push(`Hooks of this repository that do not run until you have looked at them (writ trust): ${names}.`);
  }
  if (broken.length > 0) notices.push(`Hook files that cannot be used (writ hooks validate): ${named(broken)}.`);
  const barred = barredFiles(crew.root).map(({ path, reason }) => `${path} ${reason}`);
  if (barred.length > 0) notices.push(`Writ does not write its logs or caches there (writ doctor): ${named(barred)}.`);
  return notices;
}

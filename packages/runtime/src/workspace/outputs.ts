import type { Call, Effect, FileFact } from "@writ/contracts";
import { runGit } from "../snapshot/git/run-git.ts";
import { startClock } from "../snapshot/look/clock.ts";

/** The call without the files that an option may write where there is none: nothing says that they are files at all. */
export function withoutGuesses(call: Call, files: Record<string, FileFact>): Call {
  const isGuess = ({ path, ifThere }: Effect): boolean =>
    ifThere === true && path !== null && files[path]?.kind === "absent";
  return call.effects.some(isGuess) ? { ...call, effects: call.effects.filter((effect) => !isGuess(effect)) } : call;
}

/** Marks what tools are told to write where git ignores it and tracks nothing: build output, which no scope owns. */
export async function markOutputs(
  root: string,
  effects: readonly Effect[],
  files: Record<string, FileFact>,
): Promise<void> {
  for (const given of givenIn(effects)) {
    const fact = files[given];
    if (fact?.place !== "workspace" || fact.entry !== undefined || fact.path === "" || fact.path === ".") continue;
    if (await isIgnored(root, fact.path)) files[given] = { ...fact, ignored: true };
  }
}

/** Only what nothing but such an option names: what is deleted in the same line is no output. */
function givenIn(effects: readonly Effect[]): string[] {
  const others = new Set(effects.filter(({ output }) => output !== true).flatMap(({ path, from }) => [path, from]));
  const outputs = effects.flatMap(({ path, output }) => (output === true && path !== null ? [path] : []));
  return [...new Set(outputs)].filter((path) => !others.has(path));
}

/** Git decides, by its own rules. Where it cannot say, nothing is ignored. */
async function isIgnored(root: string, path: string): Promise<boolean> {
  const clock = startClock();
  try {
    // A pattern for folders (`dist/`) matches one that is not there yet only by what would be in it.
    const names = `${path}\0${path}/writ-output\0`;
    const ignored = await runGit(root, ["check-ignore", "-z", "--stdin"], clock, names);
    if (ignored === null || ignored.length === 0) return false;
    const tracked = await runGit(root, ["ls-files", "-z", "--", `:(literal)${path}`], clock);
    return tracked !== null && tracked.length === 0;
  } catch {
    return false;
  }
}

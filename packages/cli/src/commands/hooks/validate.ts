import { type FileFinding, fail } from "@writ/contracts";
import { type KnownHook, runsUnseenCode } from "@writ/runtime";
import { defineCommand, rest } from "../../command.ts";
import type { Context } from "../../io.ts";
import { fromRoot } from "../../paths.ts";
import { plural } from "../../text/table.ts";
import { visible } from "../../text/visible.ts";
import { printFindings } from "./findings.ts";
import { type HookWorld, isBuiltin, readHooks } from "./known.ts";

export default defineCommand({
  name: "validate",
  summary: "Check the hook files and their handlers",
  about:
    "Prints one finding a line as FILE:LINE: severity: message. An error keeps its hook from running; the others run.",
  who: "anyone",
  args: { files: rest("only these files") },
  options: {},
  examples: [
    ["hooks validate", "every hook of the repository"],
    ["hooks validate .system/hooks/slow_calls.yaml", "this one"],
  ],

  async run({ files, json }, context) {
    const world = await readHooks(context);
    const wanted = files.map((file) => fromRoot(world.root, context.cwd, file));
    const { hooks, findings } = check(world, wanted);
    const ok = findings.every(({ severity }) => severity !== "error");
    if (json) {
      const states = hooks.map(({ hook, standing }) => ({ id: hook.id, file: hook.source, trust: standing }));
      context.print(JSON.stringify({ ok, hooks: states, findings }, null, 2));
    } else tell(hooks, findings, new Set(world.lost.map(({ hook }) => hook.id)), context);
    return ok ? 0 : 1;
  },
});

/** What is wrong in the hook files, all of them or those named, and in what they run. */
export function check(
  world: HookWorld,
  wanted: readonly string[] = [],
): { hooks: readonly KnownHook[]; findings: readonly FileFinding[] } {
  const isWanted = (file: string) => wanted.length === 0 || wanted.includes(file);
  const hooks = world.hooks.filter(({ hook }) => !isBuiltin(hook) && isWanted(hook.source));
  const findings = [
    ...world.findings.filter(({ file }) => isWanted(file)),
    ...hooks.flatMap((known) => faultOf(world.root, known)),
  ];
  const there = new Set([...hooks.map(({ hook }) => hook.source), ...findings.map(({ file }) => file)]);
  const stranger = wanted.find((file) => !there.has(file));
  if (stranger !== undefined)
    throw fail("USAGE", {
      message: `${stranger} is no hook file of this repository.`,
      fix: "Hook files are .system/hooks/*.yaml and .yml.",
    });
  return { hooks, findings: findings.sort(byPlace) };
}

const unseen = "it runs code that writ trust does not show and trust does not cover; name the file to run";

/** Handlers that cannot be run, or run what nobody looks at. A hook that is switched off may lack its own. */
function faultOf(root: string, { hook, problem, commandLine }: KnownHook): FileFinding[] {
  const place = { file: hook.source, line: commandLine };
  if (problem !== null) return [{ ...place, severity: hook.enabled ? "error" : "warning", message: problem }];
  return runsUnseenCode(root, hook) ? [{ ...place, severity: "warning", message: unseen }] : [];
}

function byPlace(one: FileFinding, other: FileFinding): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}

function tell(
  hooks: readonly KnownHook[],
  findings: readonly FileFinding[],
  lost: ReadonlySet<string>,
  context: Context,
): void {
  printFindings(findings, context.print, context);
  for (const { hook, standing, problem } of hooks) {
    // What is switched off, or cannot run at all, waits for something else than trust; a guard that is relied on does not.
    if (
      !(hook.enabled || lost.has(hook.id)) ||
      problem !== null ||
      (standing !== "untrusted" && standing !== "changed")
    )
      continue;
    const said = standing === "changed" ? "it changed since it was trusted" : "nobody has trusted it yet";
    context.print(`${visible(hook.source)}: note: ${said}, so it does not run; look at it with: writ trust`);
  }
  const sound = hooks.filter(({ problem }) => problem === null).length;
  const amount = sound === 0 ? "No hooks" : plural(sound, "hook");
  const errors = findings.filter(({ severity }) => severity === "error").length;
  if (findings.length === 0) context.print(hooks.length === 0 ? "No hooks." : `${amount}, all fine.`);
  else context.print(`${amount} usable, ${plural(errors, "error")}, ${plural(findings.length - errors, "warning")}.`);
}

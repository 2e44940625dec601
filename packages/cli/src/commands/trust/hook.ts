import { isUtf8 } from "node:buffer";
import {
  type KnownHook,
  type Material,
  markChanges,
  readEarlier,
  readMaterial,
  runsUnseenCode,
  trustHook,
  type Writ,
} from "@writ/runtime";
import { plural } from "../../text/table.ts";
import { visible, visibleLines } from "../../text/visible.ts";
import type { HookWorld } from "../hooks/known.ts";
import type { Shown, Subject } from "./subject.ts";

/** A hook with all that it runs. `null` where nobody can tell what that is: then there is nothing to trust. */
export async function hookSubject(
  known: KnownHook,
  world: HookWorld,
  writ: Writ,
  shown: Shown,
): Promise<Subject | null> {
  const { hook } = known;
  const material = readMaterial(hook, world.places);
  if (material === null) return null;
  const earlier = known.standing === "changed" ? await readEarlier(world.root, hook.id, writ.state) : null;
  return {
    kind: "hook",
    names: [hook.id],
    lines: describe(known, material, earlier, { ...shown, root: world.root }),
    question: `Trust the hook ${hook.id} as it is?`,
    thanks: `Trusted ${hook.id}. A change of its files asks again.`,
    paths: material.files.map(({ name }) => name),
    isUnchanged: async () => readMaterial(hook, world.places)?.hash === material.hash,
    trust: () => trustHook(world.root, hook, material, writ.state),
  };
}

const failures = {
  ignore: "a failure is logged",
  warn: "a failure is told to the person",
  deny: "a guard: a failure refuses the event, where it can be refused",
};

const unseen = "it runs code that is not shown here and not covered by this trust";

function describe(
  { hook, standing, problem, off }: KnownHook,
  now: Material,
  earlier: Material | null,
  { paint, root }: Shown & Pick<HookWorld, "root">,
) {
  const said = standing === "changed" ? "changed since it was trusted" : "nobody has trusted it yet";
  const command = hook.handler.command.map((word) => JSON.stringify(word)).join(" ");
  const variables = hook.env.length === 0 ? [] : [`  gets:  the variables ${hook.env.join(", ")}`];
  return [
    `${paint.bold(visible(`Hook ${hook.id}`))} (${visible(hook.source)}): ${said}`,
    visible(`  when:  ${hook.events.join(", ")}; ${failures[hook.onFailure]}`),
    visible(`  runs:  ${command}, with your rights, in this repository`),
    ...(runsUnseenCode(root, hook) ? [paint.yellow(`  note:  ${unseen}`)] : []),
    ...variables.map(visible),
    ...(off === null ? [] : [visible(`  now:   it ${off}`)]),
    ...(problem === null ? [] : [visible(`  now:   it cannot run, as ${problem}`)]),
    ...now.files.flatMap(({ name, bytes }) => {
      const before = earlier?.files.find((file) => file.name === name)?.bytes;
      const isNew = earlier !== null && before === undefined ? " (new)" : "";
      return ["", `  ${paint.bold(visible(name))}${isNew}`, ...textLines(bytes, before, { paint })];
    }),
    "",
  ];
}

/** Every line with its number; what changed since an earlier form is marked. */
function textLines(now: Uint8Array, before: Uint8Array | undefined, { paint }: Shown): string[] {
  if (!isUtf8(now)) return [`  (not a text: ${plural(now.byteLength, "byte")}; look at it with a tool you trust)`];
  const marked = markChanges(before === undefined ? null : textOf(before), textOf(now));
  const width = String(marked.length).length;
  const strokes = { "+": paint.green, "-": paint.red, " ": (text: string) => text };
  return marked.map(({ mark, number, text }) => {
    const [line = ""] = visibleLines(text);
    return strokes[mark](`  ${String(number ?? "").padStart(width)} ${mark}| ${line}`);
  });
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("utf8");

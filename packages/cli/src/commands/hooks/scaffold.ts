import { chmod, mkdir, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail, HookFile } from "@writ/contracts";
import { recordGovernance } from "@writ/runtime";
import { defineCommand, flag, required, text } from "../../command.ts";
import { kindAt } from "../../files.ts";
import type { Context } from "../../io.ts";
import { isInside } from "../../paths.ts";
import { readShippedSchema } from "../../setup/shipped.ts";
import { copyOf } from "./builtin-copy.ts";
import { toHookEvent } from "./event-context.ts";
import { printFindings } from "./findings.ts";
import { type HookWorld, isBuiltin, readHooks } from "./known.ts";
import { definition, exampleTexts, handlerPath, handlerText, isScript, type Language, languages } from "./stubs.ts";
import { check } from "./validate.ts";

/** A file to be written, from the root. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  readonly executable?: boolean;
}

export default defineCommand({
  name: "scaffold",
  summary: "Write a new hook with a handler that works and an example",
  about:
    "Writes .system/hooks/ID.yaml, its handler in .system/hooks/handlers/ and an example or two in .system/hooks/examples/ID/. Nothing is overwritten. --from copies one of Writ's own hooks, to be read and changed.",
  who: "person",
  writesGuard: true,
  args: { id: required("what the hook is called") },
  options: {
    event: text("EVENT", "the event it listens to"),
    lang: text("LANGUAGE", `what the handler is written in: ${languages.join(", ")}; sh unless said`),
    blocking: flag("a guard: a handler that fails refuses the event"),
    from: text("ID", "copy this hook of Writ's own"),
  },
  examples: [
    ["hooks scaffold slow_calls --event PostAbilityCall --lang python", "a hook in Python"],
    ["hooks scaffold no_friday_deploys --event PreAbilityCall --blocking", "a guard in sh"],
    ["hooks scaffold session_stop_build_check --from session_stop_build_check", "Writ's own, to be changed"],
  ],

  async run({ id, event, lang, blocking, from, json }, context) {
    if (!HookFile.shape.id.safeParse(id).success)
      throw fail("USAGE", {
        message: `${id} cannot be the id of a hook.`,
        fix: "Take letters, digits, dots, - and _, beginning with a letter or digit; at most 100.",
      });
    const world = await readHooks(context);
    refuseTaken(world, id);
    const files =
      from === undefined
        ? stub(id, event, requireLanguage(lang), blocking, context)
        : await copyOf(id, from, { event, lang, blocking }, world);
    const schema = {
      path: ".system/hooks/hook.schema.json",
      text: await readShippedSchema("hook.schema.json", context),
    };
    const isNew = (await kindAt(join(world.root, schema.path))) === "absent";
    await writeAll(world.root, isNew ? [...files, schema] : files);
    if ((await context.findRoot()) === null) recordGovernance(world.root, "hooks-only");
    const { hooks, findings } = check(await readHooks(context), [`.system/hooks/${id}.yaml`]);
    if (json) context.print(JSON.stringify({ files: files.map(({ path }) => path), findings }, null, 2));
    else {
      for (const { path } of files) context.print(`Wrote ${path}`);
      printFindings(findings, context.print, context);
      if (!world.isOn) context.print("There is now a folder .system/, so Writ's own hooks count too: writ hooks list");
      if (blocking && !files.some(({ path }) => path.endsWith("/refuses.json")))
        context.print(`${event} cannot be refused, so this is no guard: a handler that fails is told to the person.`);
      const isOff = hooks.some(({ hook }) => !hook.enabled);
      if (isOff) context.print(`It is switched off; to switch it on, say enabled: true in .system/hooks/${id}.yaml`);
      context.print(`Next: ${isOff ? "that, " : ""}writ trust --hook ${id}, then writ hooks test ${id}`);
    }
    return findings.some(({ severity }) => severity === "error") ? 1 : 0;
  },
});

function refuseTaken({ hooks }: HookWorld, id: string): void {
  const taken = hooks.find(({ hook }) => hook.id === id && !isBuiltin(hook));
  if (taken === undefined) return;
  throw fail("USAGE", { message: `There is a hook ${id} in ${taken.hook.source}.`, fix: "Choose another id." });
}

function requireLanguage(word = "sh"): Language {
  const language = languages.find((one) => one === word);
  if (language !== undefined) return language;
  throw fail("USAGE", { message: `${word} is no language scaffold knows.`, fix: `Say ${languages.join(", ")}.` });
}

function stub(
  id: string,
  word: string | undefined,
  language: Language,
  blocking: boolean,
  { platform }: Context,
): NewFile[] {
  const event = toHookEvent(word ?? "");
  if (event === null)
    throw fail("USAGE", {
      message: word === undefined ? "Say which event it listens to." : `${word} is no event.`,
      fix: "Add: --event UserPromptSubmit, PreAbilityCall, PostAbilityCall, SessionStart, SessionStop or SessionEnd",
    });
  const sketch = { id, event, language, blocking };
  const examples = Object.entries(exampleTexts(sketch)).map(([name, content]) => ({
    path: `.system/hooks/examples/${id}/${name}`,
    text: content,
  }));
  return [
    { path: `.system/hooks/${id}.yaml`, text: definition(sketch, platform) },
    { path: handlerPath(sketch), text: handlerText(sketch), executable: isScript(language) },
    ...examples,
  ];
}

/** Writes all of them, or none where one of them is there already or would end up elsewhere. */
async function writeAll(root: string, files: readonly NewFile[]): Promise<void> {
  for (const { path } of files) {
    const full = join(root, path);
    if ((await kindAt(full)) !== "absent")
      throw fail("USAGE", { message: `${path} is there already.`, fix: "Choose another id, or move it away first." });
    if (!isInside(await realParent(full), root))
      throw fail("USAGE", {
        message: `${dirname(path)} leads out of the repository, so nothing was written.`,
        fix: "Replace the link with a real folder.",
      });
  }
  for (const { path, text: content, executable } of files) {
    const full = join(root, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, content, { flag: "wx" });
    if (executable === true) await chmod(full, 0o755);
  }
}

/** Where the nearest folder above a path really is. */
async function realParent(path: string): Promise<string> {
  const parent = dirname(path);
  return (await kindAt(parent)) === "absent" ? realParent(parent) : realpath(parent);
}

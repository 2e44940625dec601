import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fail } from "@writ/contracts";
import type { Explanation, Writ } from "@writ/runtime";
import { defineCommand, type ExitCode, flag, rest, text } from "../command.ts";
import { findIntent } from "../intents.ts";
import type { Context } from "../io.ts";
import { fromRoot } from "../paths.ts";
import { parseSubject, type Subject } from "../subject.ts";
import { treeLines } from "../text/tree.ts";
import { visible, visibleLines } from "../text/visible.ts";
import { judgeUnderAny } from "./explain-intent.ts";

export default defineCommand({
  name: "explain",
  summary: "Say what would be decided about a path or a command, without doing it",
  about:
    'Judged as if an agent asked under --intent; without it under the open one, or under all of them where that makes no difference. The effects say how sure they are: exact, inferred (from the words of the command), opaque (a guess). The class of a command: safe (only reads), changes (files it names), runs (the repository\'s own programs), opaque (what it does is not known), risky. For a command it shows what stands inside of what, each part with what it does. With --stdin it reads JSON lines: {"command": …}, {"path": …}, or {"event": …, "agent": …}.',
  who: "anyone",
  args: { what: rest("a path, or a command line in quotes") },
  options: {
    intent: text("ID", "the intent it would be done under"),
    path: flag("it is a path, whatever it looks like"),
    command: flag("it is a command line, whatever it looks like"),
    stdin: flag("read JSON lines"),
  },
  examples: [
    ["explain src/auth/login.ts --intent INT-001", "may this intent change it?"],
    ['explain "rm -rf build" --intent INT-001', "what would this command do?"],
    ["explain --stdin --json < cases.jsonl", "one answer a line"],
  ],

  async run({ what: words, intent = null, path, command, stdin, json }, context) {
    const writ = await context.openWrit();
    if (intent !== null) await findIntent(writ, intent);
    if (stdin) return explainLines(writ, intent, json, context);
    if (words.length > 1)
      throw fail("USAGE", {
        message: "A command line is one argument.",
        fix: `Put it in quotes: writ explain ${JSON.stringify(words.join(" "))}`,
      });
    const [what = ""] = words;
    if (what.trim() === "") {
      throw fail("USAGE", {
        message: "Say a path or a command.",
        fix: "For example: writ explain src/a.ts --intent INT-001",
      });
    }
    if (path && command)
      throw fail("USAGE", {
        message: "It is a path or a command, not both.",
        fix: "Leave one of --path and --command out.",
      });
    const isPath = path || (!command && looksLikePath(what, context.cwd));
    const subject = isPath ? { path: what } : { command: what };
    const { explanation, under } =
      intent === null
        ? await judgeUnderAny(writ, subject, context.cwd)
        : { explanation: await writ.explain(subject, intent, context.cwd) };
    const leniency = await leniencyFor(explanation, writ, context);
    tell(writ, explanation, leniency, json, context, under);
    return leniency === null ? toCode(explanation) : 0;
  },
});

/** A word with a slash, a dot or a file behind it is a path; several words are a command. */
function looksLikePath(what: string, cwd: string): boolean {
  if (existsSync(resolve(cwd, what))) return true;
  return !/\s/.test(what) && /[/\\.]/.test(what);
}

async function explainLines(writ: Writ, intent: string | null, json: boolean, context: Context): Promise<ExitCode> {
  // Each line has its own verdict; the exit code only tells whether the lines could be read.
  let code: ExitCode = 0;
  for await (const line of context.lines()) {
    if (line.trim() === "") continue;
    const subject = parseSubject(line, context);
    const explanation = await explainOne(writ, subject, intent, context.cwd);
    tell(writ, explanation, await leniencyFor(explanation, writ, context), json, context);
    if (subject.kind === "invalid") code = 2;
  }
  return code;
}

async function explainOne(writ: Writ, subject: Subject, intent: string | null, cwd: string): Promise<Explanation> {
  if (subject.kind === "known") return writ.explain(subject.what, intent, cwd);
  return { verdict: "deny", code: "PAYLOAD_INVALID", message: subject.reason, effects: [] };
}

const isObjection = ({ verdict }: Explanation) => verdict === "deny" || verdict === "ask";
const toCode = (explanation: Explanation): ExitCode => (isObjection(explanation) ? 1 : 0);

/** What stays closed during a pause. */
const alwaysClosed: readonly string[] = ["PROTECTED_PATH", "PERSON_ONLY"];

/** Why an objection would not hold right now, or `null`. */
async function leniencyFor(explanation: Explanation, writ: Writ, { now }: Context): Promise<string | null> {
  if (!isObjection(explanation)) return null;
  // What cannot be read is refused in any mode.
  const mode = await writ.readConfig().then(
    ({ config }) => config.mode,
    () => null,
  );
  if (mode === null) return null;
  if (mode === "observe") return "observe mode: it would run, and be recorded";
  const pause = await writ.state.readPause();
  if (pause === null || pause.until <= now() || alwaysClosed.includes(explanation.code ?? "")) return null;
  return `paused until ${pause.until}: it would run, and be recorded`;
}

/** `rename src/a -> src/b (inferred)` */
function inWords({ op, path, from, to, certainty, within }: Explanation["effects"][number]): string {
  const name = path === "" ? "." : (path ?? "something unknown");
  const what = `${within === true ? "files in " : ""}${visible(name)}`;
  const source = from === undefined ? "" : `${visible(from)} -> `;
  const end = to === undefined ? "" : `, a link to ${visible(to)}`;
  return `${op} ${source}${what}${end} (${certainty})`;
}

function tell(
  { root }: Writ,
  { verdict, code, message, effects, class: found, programs, tree }: Explanation,
  leniency: string | null,
  json: boolean,
  { cwd, print, paint }: Context,
  under?: string,
): void {
  const shown = effects.map((effect) => ({
    ...effect,
    path: effect.path === null || effect.op === "exec" ? effect.path : fromRoot(root, cwd, effect.path),
    ...(effect.from !== undefined && { from: fromRoot(root, cwd, effect.from) }),
    ...(effect.to !== undefined && { to: fromRoot(root, cwd, effect.to) }),
  }));
  if (json) {
    const command = found === undefined ? {} : { class: found, programs, tree };
    print(
      JSON.stringify({
        verdict,
        code,
        message,
        effects: shown,
        ...command,
        ...(under !== undefined && { under }),
        ...(leniency !== null && { note: leniency }),
      }),
    );
    return;
  }
  const painted = { pass: paint.green, allow: paint.green, ask: paint.yellow, deny: paint.red }[verdict](verdict);
  print(
    `${painted}${code === null ? "" : `  ${code}`}${under === undefined ? "" : paint.dim(`  (${visible(under)})`)}`,
  );
  if (leniency !== null) print(`  ${paint.yellow(visible(leniency))}`);
  if (message !== "") for (const line of visibleLines(message)) print(`  ${line}`);
  for (const effect of shown) print(`  ${inWords(effect)}`);
  if (found !== undefined) print(`  class: ${found}`);
  if (tree !== undefined) for (const line of treeLines(tree, paint)) print(`  ${line}`);
}

import { isAbsolute, join, relative, resolve } from "node:path";
import { type Assurance, type ContentHash, fail } from "@writ/contracts";
import { contentsAt, guardsFromAbove, intentsBefore, locate, patchOf, type Writ } from "@writ/runtime";
import { recordAcceptances } from "./acceptance.ts";
import { isInteractive, recordAnswer, requireAssurance, requireTerminal, vouch } from "./answers.ts";
import { kindAt } from "./files.ts";
import { readIntents } from "./intents.ts";
import { Cancelled, type Context } from "./io.ts";
import { page } from "./page.ts";
import { fromRoot, isInside } from "./paths.ts";
import { plural } from "./text/table.ts";
import { visible, visibleLines } from "./text/visible.ts";

const isIntentsFile = (path: string): boolean => /^\.orchestration\/active_intents\.ya?ml$/.test(path);

/**
 * A person says that files are as they want them, such as parts of the guard they changed themselves: it is on record,
 * for exactly these contents, and goes out with the next commit. So `writ check` finds their word for it.
 */
export async function approveFiles(
  given: readonly string[],
  { yes, json }: { yes: boolean; json: boolean },
  context: Context,
): Promise<0> {
  const writ = await context.openWrit();
  const paths = await pathsOf(writ, context.cwd, given);
  const contents = await contentsAt(writ.root, paths);
  if (!yes) await agree(writ, paths, context);
  const voucher = await vouch(writ, context);
  const assurance: Assurance = yes ? "script" : voucher.assurance;
  await requireAssurance(writ, "sensitive", assurance, "writ approve --file --yes");
  await requireSame(writ, paths, contents);
  const answer = { ...voucher, assurance };
  await recordAnswer(writ, context, "approved", answer, { paths, contents });
  // Writ itself goes on writing the history of the intents into their file; what they may do is agreed to by itself.
  if (paths.some(isIntentsFile)) {
    const intents = { before: await intentsBefore(writ.root), now: await readIntents(writ) };
    await recordAcceptances(writ, context, answer, intents);
  }
  if (json) context.print(JSON.stringify({ approved: contents }));
  else {
    const them = paths.length === 1 ? "it" : "them";
    context.print(`${context.paint.green("On record:")} ${plural(paths.length, "file")} as you want ${them}.`);
    context.print(
      `The record goes out with the next commit, whatever else that has. Another change of ${them} wants another word.`,
    );
  }
  return 0;
}

/** The named files from the root; a problem for what is none. */
async function pathsOf(writ: Writ, cwd: string, given: readonly string[]): Promise<string[]> {
  const paths = new Set<string>();
  const { top } = await locate(writ.root);
  for (const name of given) {
    const path = fromAbove(writ.root, top, resolve(cwd, name)) ?? fromRoot(writ.root, cwd, name);
    const file = join(writ.root, path);
    const isKnown = isInside(file, writ.root) || guardsFromAbove(path);
    if (isAbsolute(path) || !isKnown) throw fail("PATH_OUTSIDE_WORKSPACE", { path: name });
    const kind = await kindAt(file);
    if (kind !== "file" && kind !== "absent")
      throw fail("USAGE", { message: `${name} is no plain file.`, fix: "Name the files themselves." });
    paths.add(path);
  }
  return [...paths];
}

/** What guards a workspace from above, in the same repository, wants a word too; `null` for any other file. */
function fromAbove(root: string, top: string | null, file: string): string | null {
  if (top === null || isInside(file, root) || !isInside(file, top)) return null;
  const path = relative(root, file).replaceAll("\\", "/");
  return guardsFromAbove(path) ? path : null;
}

async function requireSame(
  writ: Writ,
  paths: readonly string[],
  contents: Readonly<Record<string, ContentHash>>,
): Promise<void> {
  const now = await contentsAt(writ.root, paths);
  if (paths.some((path) => now[path] !== contents[path] || contents[path] === undefined))
    throw fail("USAGE", { message: "A file changed while you looked at it.", fix: "Run it again." });
}

/** Shows what is different from where the branch left, and takes the person's word for it. */
async function agree(writ: Writ, paths: readonly string[], context: Context): Promise<void> {
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Approving wants a terminal, so that a person sees what is approved.",
      fix: "Run it in your own terminal, or say --yes where the config allows scripts to approve.",
    });
  }
  await requireTerminal(writ, "sensitive", context);
  const shown: string[] = [];
  for (const path of paths) shown.push(...(await shownOf(writ, path)));
  await page(shown, context);
  const question =
    paths.length === 1
      ? `Is ${visible(paths[0] ?? "")} as you want it?`
      : `Are these ${paths.length} files as you want them?`;
  if (!(await context.ask.confirm(question))) throw new Cancelled();
}

async function shownOf(writ: Writ, path: string): Promise<string[]> {
  const patch = await patchOf(writ.root, path);
  if (patch === null)
    throw fail("USAGE", {
      message: `What changed in ${path} cannot be shown, since git cannot tell.`,
      fix: "Run it in the repository of the file.",
    });
  return patch === "" ? [`  ${visible(path)}: as before this change`] : visibleLines(patch);
}

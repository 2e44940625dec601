import { isAbsolute, join } from "node:path";
import { type Assurance, type ContentHash, fail } from "@writ/contracts";
import { sha256, type Writ } from "@writ/runtime";
import { isInteractive, recordAnswer, requireAssurance, vouch } from "./answers.ts";
import { kindAt, readIfThere } from "./files.ts";
import { Cancelled, type Context } from "./io.ts";
import { page } from "./page.ts";
import { fromRoot, isInside } from "./paths.ts";
import { plural } from "./text/table.ts";
import { visible, visibleLines } from "./text/visible.ts";

/** What the record says of a file that a person deleted. */
const deleted = "deleted";

/**
 * A person says that files are as they want them, such as parts of the guard they changed themselves: it is on record,
 * for exactly these contents, and goes out with the commit of the files. So `writ check` finds their word for it.
 */
export async function approveFiles(
  paths: readonly string[],
  { yes, json }: { yes: boolean; json: boolean },
  context: Context,
): Promise<0> {
  const writ = await context.openWrit();
  const contents = await contentsOf(writ, context.cwd, paths);
  if (!yes) await agree(writ, Object.keys(contents), context);
  const voucher = await vouch(writ, context);
  const assurance: Assurance = yes ? "script" : voucher.assurance;
  await requireAssurance(writ, "sensitive", assurance, "writ approve --file --yes");
  if (JSON.stringify(await contentsOf(writ, context.cwd, paths)) !== JSON.stringify(contents))
    throw fail("USAGE", { message: "A file changed while you looked at it.", fix: "Run it again." });
  const named = Object.keys(contents);
  await recordAnswer(writ, context, "approved", { ...voucher, assurance }, { paths: named, contents });
  if (json) context.print(JSON.stringify({ approved: contents }));
  else {
    context.print(`${context.paint.green("On record:")} ${plural(named.length, "file")} as you want them.`);
    context.print("The record goes out with the commit of the files. Another change of them wants another word.");
  }
  return 0;
}

async function contentsOf(writ: Writ, cwd: string, paths: readonly string[]): Promise<Record<string, ContentHash>> {
  const contents: Record<string, ContentHash> = {};
  for (const given of paths) {
    const path = fromRoot(writ.root, cwd, given);
    const file = join(writ.root, path);
    if (isAbsolute(path) || !isInside(file, writ.root)) throw fail("PATH_OUTSIDE_WORKSPACE", { path: given });
    const kind = await kindAt(file);
    if (kind !== "file" && kind !== "absent")
      throw fail("USAGE", { message: `${given} is no plain file.`, fix: "Name the files themselves." });
    const bytes = await readIfThere(file);
    contents[path] = bytes === null ? deleted : sha256(bytes);
  }
  return contents;
}

/** Shows what is different from the last commit, and takes the person's word for it. */
async function agree(writ: Writ, paths: readonly string[], context: Context): Promise<void> {
  if (!isInteractive(context)) {
    throw fail("USAGE", {
      message: "Approving wants a terminal, so that a person sees what is approved.",
      fix: "Run it in your own terminal, or say --yes where the config allows scripts to approve.",
    });
  }
  const diff = await context.run("git", ["diff", "--no-ext-diff", "--no-color", "HEAD", "--", ...paths], {
    cwd: writ.root,
  });
  const shown = diff.stdout.trim() === "" ? paths.map((path) => `  ${visible(path)}`) : visibleLines(diff.stdout);
  await page(shown, context);
  if (!(await context.ask.confirm(`Are ${plural(paths.length, "file")} as you want them?`))) throw new Cancelled();
}

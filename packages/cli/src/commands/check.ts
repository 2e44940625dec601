import { appendFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type CheckReport, fail } from "@writ/contracts";
import { findCheckRoot, isSidecarGone, nearest, requireGit } from "@writ/runtime";
import { listening } from "../blame/listening.ts";
import { type Format, formats, isFormat } from "../check/formats.ts";
import { drawingFor, stepSummary } from "../check/surroundings.ts";
import { defineCommand, flag, many, optional, text } from "../command.ts";
import { writeTo } from "../exchange/output.ts";
import { findOutputPlace } from "../exchange/output-place.ts";
import type { Context } from "../io.ts";
import { leftOut } from "../left-out.ts";
import { noWorkspace } from "../no-workspace.ts";
import { requireOneFormat } from "../text/one-format.ts";
import { withProgress } from "../text/progress.ts";

export default defineCommand({
  name: "check",
  summary: "Say whether a change may go in: the gate for a build server",
  about:
    "Looks at every line that is new between two commits: who wrote it, under which intent, whether the scope covers it, whether a person agreed where one must; and at the records and the guard itself. Gives 1 when something is wrong. Without a range it compares with what the change goes into, as the build server says, or with the main branch. Needs only what is committed.",
  who: "anyone",
  // They write a file of anybody's choice.
  persons: ["output", "also"],
  args: { range: optional("base..head, or the base alone") },
  options: {
    staged: flag("what is staged, instead of a commit"),
    workTree: flag("what the work tree holds, instead of a commit"),
    format: text("FORMAT", "text, json, sarif, github, gitlab or markdown"),
    output: text("FILE", "write it there"),
    in: text("FOLDER", "look at the repository there, without being in it"),
    also: many("FORMAT=FILE", "write it there in this format too"),
  },
  examples: [
    ["check", "what this branch adds to the main one"],
    ["check main..feature", "two branches"],
    ["check --staged", "before a commit"],
    ["check --format sarif --output writ.sarif", "for code scanning"],
    ["check --in ../checkout", "from a folder that the change has no part in"],
    ["check --format github --also markdown=comment.md", "in a workflow"],
  ],

  async run({ range, staged, workTree, format, output, also, in: folder, json }, context) {
    if (staged && workTree)
      throw fail("USAGE", { message: "Say --staged or --work-tree, not both.", fix: "Leave one of them out." });
    requireOneFormat(format, json);
    const shape = requireFormat(format ?? (json ? "json" : "text"));
    const others = also.map(toOther);
    const unsaved = staged ? "staged" : workTree ? "work-tree" : undefined;
    // Looking takes a while, and is for nothing where what comes of it has no place.
    for (const file of [...others.map((other) => other.file), ...(output === undefined ? [] : [output])])
      await findOutputPlace(file, context.cwd);
    // What it writes is named from where it is started.
    const there = folder === undefined ? context : { ...context, cwd: resolve(context.cwd, folder) };
    const { report, root } = await look(there, { range, unsaved });
    const drawing = drawingFor(there);
    const write = (file: string, said: string) => writeTo(context, { output: file, root, kind: null }, said);
    for (const { format: other, file } of others) await write(file, formats[other](report, await drawing));
    const said = formats[shape](report, await drawing);
    if (output === undefined) context.print(said);
    else {
      await write(output, said);
      context.error(`${report.ok ? "Passed" : "Failed"}; see ${output}`);
    }
    const summary = shape === "github" ? await stepSummary(there) : null;
    if (summary !== null) await appendFile(summary, `${formats.markdown(report, await drawing)}\n`);
    return report.ok ? 0 : 1;
  },
});

interface Asked {
  readonly range: string | undefined;
  readonly unsaved: "staged" | "work-tree" | undefined;
}

/** A change may take the sidecar away, and is looked at all the same. */
async function look(context: Context, asked: Asked): Promise<{ report: CheckReport; root: string }> {
  await requireGit(context.cwd);
  const root = await findCheckRoot(context.cwd, asked, context);
  if (root === null) throw await noWorkspace(context);
  const left = isSidecarGone(root) ? await leftOut({ cwd: root, run: context.run }) : null;
  if (left !== null) throw left;
  const writ = await context.openWritAt(root);
  const report = await withProgress(context, "Checking", (onProgress) =>
    listening(context, (listener) => writ.check({ ...asked, env: context.env, listener, onProgress })),
  );
  return { report, root };
}

function requireFormat(word: string): Format {
  if (isFormat(word)) return word;
  const meant = nearest(word, Object.keys(formats));
  throw fail("USAGE", {
    message: `There is no format ${word}.`,
    fix: `Say one of: ${Object.keys(formats).join(", ")}.${meant === null ? "" : ` Did you mean ${meant}?`}`,
  });
}

function toOther(spelled: string): { format: Format; file: string } {
  const at = spelled.indexOf("=");
  if (at <= 0 || at === spelled.length - 1)
    throw fail("USAGE", { message: `${spelled} names no format and file.`, fix: "Say --also markdown=comment.md" });
  return { format: requireFormat(spelled.slice(0, at)), file: spelled.slice(at + 1) };
}

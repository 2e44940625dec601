import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fail } from "@writ/contracts";
import { type ImportFormat, type ImportReport, importTraces, linesOfFile, linesOfTexts } from "@writ/runtime";
import { vouch } from "../answers.ts";
import { defineCommand, flag, required, text } from "../command.ts";
import { openNotes } from "../exchange/notes.ts";
import type { Context } from "../io.ts";
import { progress } from "../text/progress.ts";
import { plural } from "../text/table.ts";

const formats: readonly ImportFormat[] = ["agent-trace", "s0", "auto"];

export default defineCommand({
  name: "import",
  summary: "Take in what other tools recorded",
  about:
    "Reads one record a line, and also lists and records spread over lines. They join the live ledger marked as imported: blame can use them, but nothing they say of approvals is believed. What is there already is left alone, so importing twice is importing once. Gives 1 when a record was refused.",
  who: "person",
  args: { source: required("the file; - for stdin") },
  options: {
    format: text("FORMAT", "agent-trace, s0 (flat records, or nested ones without a version), or auto"),
    dryRun: flag("only say what would happen"),
  },
  examples: [
    ["import traces.jsonl", "whatever format its records have"],
    ["import .agent-trace/traces.jsonl --format agent-trace --dry-run", "look first"],
    ["import - --format s0 --json", "flat records from stdin"],
  ],

  async run({ source, format = "auto", dryRun, json }, context) {
    const chosen = formats.find((known) => known === format);
    if (chosen === undefined)
      throw fail("USAGE", { message: `--format ${format} is not known.`, fix: `Say ${formats.join(", ")}.` });
    const writ = await context.openWrit();
    const notes = openNotes(source === "-" ? "stdin" : source, context, json);
    const bar = progress(context, "Importing");
    const lines =
      source === "-" ? linesOfTexts(() => context.lines()) : linesOfFile(await found(source, context), bar.update);
    const report = await importTraces(writ.root, lines, {
      format: chosen,
      now: context.now(),
      by: await vouch(writ, context),
      dryRun,
      onRefused: notes.refused,
      onWarning: notes.warned,
    }).finally(bar.done);
    if (json) context.print(JSON.stringify({ ...toJson(report), dry_run: dryRun, ...notes.toJson() }, null, 2));
    else tell(report, dryRun, context);
    if (!json) notes.end();
    return report.refused > 0 ? 1 : 0;
  },
});

async function found(source: string, { cwd }: Context): Promise<string> {
  const file = resolve(cwd, source);
  const stats = await stat(file).catch(() => null);
  if (stats === null)
    throw fail("USAGE", { message: `There is no file ${source}.`, fix: "Name a file with records, or - for stdin." });
  if (stats.isDirectory())
    throw fail("USAGE", { message: `${source} is a folder.`, fix: "Name one file with records in it." });
  return file;
}

function toJson({ imported, alreadyThere, refused, followed, coarse }: ImportReport) {
  return { imported, already_there: alreadyThere, refused, files_followed: followed, files_coarse: coarse };
}

function tell(report: ImportReport, dryRun: boolean, { print, paint }: Context): void {
  const { imported, alreadyThere, refused, followed, coarse } = report;
  const done = dryRun ? "Would import" : "Imported";
  const rest = [
    ...(alreadyThere > 0 ? [`${alreadyThere} already there`] : []),
    ...(refused > 0 ? [paint.red(`${refused} refused`)] : []),
  ];
  print([`${done} ${plural(imported, "record")}`, ...rest].join(", ").concat("."));
  if (coarse > 0) {
    const all = plural(followed + coarse, "changed file");
    print(`Blame cannot follow ${coarse} of ${all} line by line: their records name no lines that were found here.`);
  }
}

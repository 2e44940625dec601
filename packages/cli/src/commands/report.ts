import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { fail } from "@writ/contracts";
import { type ReportFormat, renderReport, type Writ } from "@writ/runtime";
import { listening } from "../blame/listening.ts";
import { defineCommand, flag, text } from "../command.ts";
import { type Kind, writeTo } from "../exchange/output.ts";
import type { Context } from "../io.ts";
import { nameReader } from "../people.ts";
import { parseSince } from "../text/duration.ts";
import { requireOneFormat } from "../text/one-format.ts";
import { withProgress } from "../text/progress.ts";
import { visible, visibleLines } from "../text/visible.ts";
import { refuseUnknownIntent } from "../unknown-intent.ts";

/** A report of any format may be replaced by a newer one, in whatever format that is. */
const kind: Kind = {
  name: "report of Writ",
  beginning: /^(?:# Writ report: |<!doctype html>[\s\S]*<title>Writ report: |\{\s*"project":[^\n]*\s*"made":)/,
};

type Report = Awaited<ReturnType<Writ["report"]>>;

const formats: readonly ReportFormat[] = ["markdown", "html", "json"];

/** What the name of a file says about its format. */
const endings: Readonly<Record<string, ReportFormat>> = {
  "": "markdown",
  ".md": "markdown",
  ".markdown": "markdown",
  ".html": "html",
  ".htm": "html",
  ".json": "json",
};

export default defineCommand({
  name: "report",
  summary: "Sum up what agents did here, as Markdown or a page with charts",
  about:
    "Intents, files, models, approvals, refusals, strays, and the share of AI lines over time. The page is one file that loads nothing, to be mailed or kept. People are pseudonyms unless you say --names.",
  who: "person",
  args: {},
  options: {
    since: text("WHEN", "only from then on: 30d, 2026-01-31"),
    until: text("WHEN", "only before then"),
    intent: text("ID", "only this intent"),
    format: text("FORMAT", "markdown (unless said), html or json"),
    output: text("FILE", "write there instead of printing; .md, .html and .json choose the format"),
    names: flag("people by their names, where this working copy knows them"),
    open: flag("show the page in the browser; needs --output"),
  },
  examples: [
    ["report --since 30d", "the last month, as Markdown"],
    ["report --output report.html --open", "everything, as a page in the browser"],
    ["report --intent INT-001 --json", "one intent, for programs"],
  ],

  async run({ since, until, intent, format, output, names, open, json }, context) {
    requireOneFormat(format, json);
    const chosen = json ? "json" : formatOf(format, output);
    refuseOtherEnding(chosen, json ? "--json" : `--format ${format}`, output);
    if (open && (output === undefined || chosen !== "html"))
      throw fail("USAGE", { message: "Only a page in a file can be opened.", fix: "Say: --output report.html --open" });
    const range = {
      ...rangeOf(timeOf("since", since, context), timeOf("until", until, context)),
      ...(intent !== undefined && { intent }),
    };
    const writ = await context.openWrit();
    const told = await withProgress(context, "Summing up", (onStep) =>
      listening(context, (listener) => writ.report({ ...range, listener, onStep })),
    );
    if (intent !== undefined && told.totals.changes === 0) await refuseUnknownIntent(writ, intent, context);
    const report = names ? withNames(told, await nameReader(writ.root)) : told;
    await write(renderReport(report, chosen), { output, root: writ.root }, context);
    if (output !== undefined) context.print(`The report is in ${visible(output)}.`);
    if (open && output !== undefined) await show(resolve(context.cwd, output), context);
    return 0;
  },
});

function formatOf(format: string | undefined, output: string | undefined): ReportFormat {
  if (format === undefined) {
    const ending = extname(output ?? "").toLowerCase();
    const meant = endings[ending];
    if (meant !== undefined) return meant;
    throw fail("USAGE", {
      message: `No format of a report is called ${ending}.`,
      fix: `Name the file .md, .html or .json, or say --format ${formats.join(", ")}.`,
    });
  }
  const known = formats.find((one) => one === format || (one === "markdown" && format === "md"));
  if (known !== undefined) return known;
  throw fail("USAGE", { message: `--format ${format} is not known.`, fix: `Say ${formats.join(", ")}.` });
}

/** A page that is called one and holds something else is found out only when somebody opens it. */
function refuseOtherEnding(chosen: ReportFormat, said: string, output: string | undefined): void {
  const ending = extname(output ?? "").toLowerCase();
  const meant = ending === "" ? undefined : endings[ending];
  if (meant === undefined || meant === chosen) return;
  throw fail("USAGE", {
    message: `${output} is named as ${meant}, and ${said} says something else.`,
    fix: "Leave the format out, or name the file otherwise.",
  });
}

function rangeOf(from: { since?: string }, to: { until?: string }): { since?: string; until?: string } {
  const range = { ...from, ...to };
  const { since, until } = range;
  if (since === undefined || until === undefined || Date.parse(since) < Date.parse(until)) return range;
  throw fail("USAGE", {
    message: "--since is not before --until, so there is no time between them.",
    fix: "Say the earlier time with --since.",
  });
}

function timeOf<N extends "since" | "until">(name: N, said: string | undefined, { now }: Context) {
  if (said === undefined) return {};
  const at = parseSince(said, now());
  if (at === null) throw fail("USAGE", { message: `--${name} ${said} is no time.`, fix: "Say 30d or 2026-01-31." });
  return { [name]: at };
}

function withNames(report: Report, nameOf: (by: string) => string): Report {
  const named = <T extends { by: string }>(one: T): T => {
    const name = nameOf(one.by);
    return name === one.by ? one : { ...one, name };
  };
  const { approvals, pauses } = report;
  return { ...report, approvals: { ...approvals, people: approvals.people.map(named) }, pauses: pauses.map(named) };
}

async function write(
  content: string,
  place: { output: string | undefined; root: string },
  context: Context,
): Promise<void> {
  const body = content.replace(/\n$/, "");
  // On a terminal nothing may move the cursor; in a file and a pipe it is what it is.
  const isShown = place.output === undefined && context.tty.output;
  await writeTo(context, { ...place, kind }, isShown ? visibleLines(body).join("\n") : body);
}

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

async function show(file: string, context: Context): Promise<void> {
  const [program = "", ...args] = openers[context.platform] ?? ["xdg-open"];
  const { code } = await context.run(program, [...args, pathToFileURL(file).href], { timeout: 10_000 });
  if (code !== 0) context.error(`No browser could be opened. The page is ${visible(file)}`);
}

import type { Section } from "./cells.ts";
import { axisNames } from "./charts/axis-names.ts";
import { html } from "./charts/html-text.ts";
import { stackedBars } from "./charts/stacked-bars.ts";
import { figuresOf, sayRange } from "./figures.ts";
import { tableHtml } from "./html-table.ts";
import { sayMinute } from "./numbers.ts";
import { sectionsOf } from "./sections/index.ts";
import { byPeople } from "./sections/periods.ts";
import { style } from "./style.ts";
import type { Report } from "./types.ts";

/** A report as one page: it loads nothing, runs nothing, and can be mailed, printed and kept. */
export function toHtml(report: Report): string {
  const sections = sectionsOf(report);
  const title = `Writ report: ${report.project}`;
  const links = sections.map(({ id, title: name }) => `<li><a href="#${id}">${html(name)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${html(title)}</title>
<style>${style}</style>
</head>
<body>
<header>
<h1><bdi>${html(title)}</bdi></h1>
<p class="soft">${html(sayRange(report))}. Made ${html(sayMinute(report.made))}.</p>
<dl class="figures">${figuresOf(report).map(figureHtml).join("\n")}</dl>
<nav aria-label="Parts of this report"><ul>${links.join("")}</ul></nav>
</header>
<main>
${sections.map((section) => sectionHtml(section, report)).join("\n")}
</main>
<footer>Made from the ledger of this repository by Writ. People are pseudonyms unless names were asked for.</footer>
</body>
</html>
`;
}

const figureHtml = ({ value, label, note }: ReturnType<typeof figuresOf>[number]): string =>
  `<div class="figure"><dt>${html(label)}</dt><dd class="value">${html(value)}</dd><dd class="more">${html(note)}</dd></div>`;

function sectionHtml(section: Section, report: Report): string {
  const { id, title, lead, tables, empty, notes } = section;
  const sentences = lead.filter((text) => text !== "").map((text) => `<p>${html(text)}</p>`);
  const drawn = tables.filter(({ rows }) => rows.length > 0).map(tableHtml);
  const parts = drawn.length === 0 ? [`<p class="soft">${html(empty)}</p>`] : withChart(section, drawn, report);
  const remarks = drawn.length === 0 ? [] : notes.map((note) => `<p class="note">${html(note)}</p>`);
  return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${html(title)}</h2>${[...sentences, ...parts, ...remarks].join("\n")}</section>`;
}

/** Where there is a chart, the table is there for those who cannot see it. */
function withChart({ id, lead }: Section, drawn: string[], { periods: { unit, all, git } }: Report): string[] {
  if (id !== "over-time") return drawn;
  const shorten = axisNames(unit, all);
  const columns = all.map((period) => ({
    label: `${unit === "week" ? "week of " : ""}${period.start}`,
    short: shorten(period.start),
    ai: period.ai,
    people: byPeople(period),
  }));
  return [
    stackedBars(columns, `Lines added by ${unit}. ${lead.join(" ")}`),
    legend(git === "counted"),
    `<details><summary>The same as a table</summary>${drawn.join("")}</details>`,
  ];
}

function legend(hasPeople: boolean): string {
  const entry = (kind: string, text: string) =>
    `<li><svg width="10" height="10" aria-hidden="true"><rect class="${kind}" width="10" height="10" rx="2"/></svg>${text}</li>`;
  return `<ul class="legend">${entry("ai", "by agents")}${hasPeople ? entry("people", "by people") : ""}</ul>`;
}

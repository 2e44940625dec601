import { toHtml, toMarkdown } from "@writ/engine/report";
import { inDepth } from "@writ/testkit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyReport, hostile, someReport } from "./sample.ts";

/** Tags of the page; everything else must be text. */
const known = new Set(
  "html head meta title style body header h1 bdi p dl div dt dd nav ul li a main section h2 svg g line rect text path details summary table caption thead tbody tr th td code footer".split(
    " ",
  ),
);

const tagsIn = (page: string): string[] => [
  ...new Set([...page.matchAll(/<\/?([a-zA-Z][^\s/>]*)/g)].map(([, tag]) => tag ?? "")),
];

const rowsIn = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/(?<!\\)\|/));

describe("names that try to be more than names", () => {
  const named = (name: string) =>
    someReport({
      project: name,
      asked: { since: null, until: null, intent: name },
      models: [{ name, changes: 1, linesAdded: 1, byPeriod: [1] }],
      agents: [{ name, changes: 1, linesAdded: 1, byPeriod: [1] }],
      classes: [{ found: name, declared: name, changes: 1, linesAdded: 1 }],
    });

  it("stay text on the page", () => {
    const text = fc.oneof(fc.constantFrom(...Object.values(hostile)), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, (name) => {
        const page = toHtml(named(name));
        expect(tagsIn(page).filter((tag) => !known.has(tag))).toEqual(
          ["!doctype"].filter((tag) => tagsIn(page).includes(tag)),
        );
        expect(page).not.toMatch(/\p{Bidi_Control}|\]\]>/u);
        expect(page.match(/<table>/g)?.length).toBe(page.match(/<\/table>/g)?.length);
      }),
      { numRuns: inDepth(12, 60) },
    );
  });

  it("stay one cell of a Markdown table, call nobody and link nothing", () => {
    const text = fc.oneof(fc.constantFrom(...Object.values(hostile)), fc.string({ unit: "binary" }));
    fc.assert(
      fc.property(text, (name) => {
        const page = toMarkdown(named(name));
        const widths = new Map<number, number>();
        for (const row of rowsIn(page)) widths.set(row.length, 1);
        const plainWidths = new Set(rowsIn(toMarkdown(named("x"))).map((row) => row.length));
        expect([...widths.keys()].filter((width) => !plainWidths.has(width))).toEqual([]);
        expect(page.replaceAll(/<\/?(code|sub)>|<!-- -->/g, "")).not.toMatch(/<[a-z!/]/i);
        // Nobody is called from inside of code.
        expect(page.replaceAll(/<code>.*?<\/code>/g, "")).not.toMatch(/@[a-z]|(?<!&)#\d|\]\(|:\/\/|\p{Bidi_Control}/iu);
      }),
      { numRuns: inDepth(12, 60) },
    );
  });
});

it("the page loads nothing and runs nothing", () => {
  const page = toHtml(someReport());
  expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
  expect(page.replace(/(>)[^<]*/g, "$1")).not.toMatch(/\b(src|on[a-z]+|href="(?!#))=|url\(|@import/);
});

it("every link of the page leads to a part of it", () => {
  const page = toHtml(someReport());
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(links.length).toBe(8);
  expect(links.filter((id) => !ids.has(id))).toEqual([]);
});

it("says in words what there is, and the codes too", () => {
  const text = toMarkdown(someReport());
  expect(text).toContain("- **14,210** lines added by agents (1,312 changes to 212 files in 84 sessions)");
  expect(text).toContain(
    "| The file lies outside of the intent's scope | 48 | 21 | <code>SCOPE&#95;VIOLATION</code> |",
  );
  expect(text).toContain("Of 372 changes that agents had named a kind for, 72 were another.");
  expect(text).toContain(
    "61 questions; 51 yes, 7 no. Half of the answers came within 1m 34s, the slowest after 2h 2m.",
  );
  expect(text).toContain("<code>p-0a1b2c3d4e</code>");
});

it("a time without git has no lines of people", () => {
  const { periods } = someReport();
  const all = periods.all.map((period) => ({ ...period, committed: null }));
  const text = toMarkdown(someReport({ periods: { ...periods, all, git: "none" } }));
  expect(text).toContain("| Week of | By agents |\n");
  expect(text).toContain("Only agents' lines are shown");
});

describe("a workspace without records", () => {
  it("gets a friendly word instead of empty tables", () => {
    expect(toMarkdown(emptyReport())).toContain("## Nothing is on record yet\n\nOnce an agent works here");
    expect(toHtml(emptyReport())).not.toContain("<table");
  });

  it("is told from a question about too little", () => {
    const asked = { since: "2999-01-01T00:00:00.000Z", until: null, intent: null };
    expect(toMarkdown({ ...emptyReport(), asked })).toContain("leave out --since");
  });
});

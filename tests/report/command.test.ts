import { describe, expect, it } from "vitest";
import { write } from "../scenarios/agent-write.ts";
import { guarded, json, ok } from "../scenarios/cli-bed.ts";

describe("writ report", () => {
  it("prints Markdown, and JSON for programs", async () => {
    const bed = await guarded();
    await write(bed, "src/auth/a.ts", "a\nb\n");
    const text = await ok(bed.writ(["report"]));
    expect(text).toContain("- **2** lines added by agents (1 change to 1 file in 1 session)");
    expect(text).toContain("| <code>src/auth/a.ts</code> | 2 | 0 | 1 | 100 % |");
    expect(await json(bed.writ(["report", "--json", "--intent", "INT-001", "--since", "2d"]))).toMatchObject({
      totals: { changes: 1, linesAdded: 2 },
      asked: { intent: "INT-001", until: null },
      intents: [{ id: "INT-001", files: 1, sessions: 1 }],
    });
  });

  it("writes a page, by the name of the file or as it is told", async () => {
    const bed = await guarded();
    await write(bed, "src/auth/a.ts", "a\nb\n");
    expect(await ok(bed.writ(["report", "--output", "report.html"]))).toBe("The report is in report.html.\n");
    expect(await bed.read("report.html")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    await ok(bed.writ(["report", "--output", "report.md"]));
    await ok(bed.writ(["report", "--format", "html", "--output", "page.xhtml"]));
    await ok(bed.writ(["report", "--format", "html", "--output", "page"]));
    expect(await bed.read("page")).toContain("<!doctype html>");
    // Next week's takes the place of this week's, whatever it was; nothing else does.
    for (const format of ["html", "json", "markdown", "html"])
      await ok(bed.writ(["report", "--format", format, "--output", "page"]));
    await bed.put("page", "<!doctype html>\n<title>Our own page</title>\n");
    const { code, err } = await bed.writ(["report", "--format", "html", "--output", "page"]);
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining("no report of Writ") });
  });

  it("names people only when it is told to", async () => {
    const bed = await guarded();
    await ok(bed.writ(["pause", "5m", "--reason", "<b>looking</b>"]));
    const text = await ok(bed.writ(["report"]));
    expect(text).toMatch(/\| <code>p-[0-9a-f]{10}<\/code> \| &#60;b&#62;looking&#60;\/b&#62; \|/);
    const name = bed.git("config", "user.name");
    expect(text).not.toContain(name);
    expect(await ok(bed.writ(["report", "--names"]))).toContain(name);
  });

  it("is friendly where nothing happened yet", async () => {
    const bed = await guarded();
    expect(await ok(bed.writ(["report", "--since", "2999-01-01"]))).toContain("## Nothing is on record of that");
    expect(await bed.writ(["report", "--intent", "INT-001"])).toMatchObject({ code: 0, err: "" });
  });

  it.each([
    ["report", []],
    ["report", ["--output", "r.html"]],
    ["log", []],
    ["log", ["--json"]],
  ])("%s %j tells of no intent that nobody knows, and of one that is only on record", async (command, more) => {
    const bed = await guarded();
    await write(bed, "src/auth/a.ts", "a\nb\n");
    const asked = (intent: string) => bed.writ([command, "--intent", intent, ...more]);
    expect(await asked("INT-999")).toMatchObject({
      code: 1,
      out: more.includes("--json") ? expect.stringContaining('"error":{"code":"INTENT_NOT_FOUND"') : "",
      err: expect.stringMatching(/^INTENT_NOT_FOUND: Intent INT-999 not found .* Available: INT-001\./),
    });
    await bed.put(".orchestration/active_intents.yaml", "active_intents: []\n");
    expect(await asked("INT-001")).toMatchObject({ code: 0, err: "" });
    expect((await bed.writ([command, "--intent", "INT-001", "--since", "2999-01-01"])).code).toBe(0);
  });
});

it.each([
  [["report", "--format", "pdf"], "Say markdown, html, json."],
  [["report", "--since", "yesterday"], "Say 30d or 2026-01-31."],
  [["report", "--since", "2026-04-01", "--until", "2026-01-01"], "Say the earlier time with --since."],
  [["report", "--output", "r.pdf"], "Name the file .md, .html or .json, or say --format"],
  [["report", "--format", "html", "--json"], "Say --json or --format html, not both."],
  [["report", "--output", "r.html", "--format", "json"], "Leave the format out, or name the file otherwise."],
  [["report", "--output", "r.MD", "--json"], "Leave the format out, or name the file otherwise."],
  [["report", "--open"], "Say: --output report.html --open"],
  [["report", "--output", ".orchestration/report.html"], "Name a file somewhere else."],
])("what cannot be is said as wrong usage: %j", async (args, fix) => {
  const bed = await guarded();
  const { code, err } = await bed.writ(args);
  expect({ code, said: err.includes(fix) ? fix : err }).toEqual({ code: 2, said: fix });
});

import { expect, it } from "vitest";
import { paintFor } from "../text/paint.ts";
import { error, note, ok, warning } from "./finding.ts";
import { printGroups, summaryOf } from "./report.ts";

function printed(groups: Parameters<typeof printGroups>[0], columns?: number): string {
  const lines: string[] = [];
  const tty = { input: false, output: columns !== undefined };
  printGroups(groups, {
    paint: paintFor(false),
    print: (line = "") => void lines.push(line),
    tty,
    columns: columns ?? 80,
  });
  return lines.join("\n");
}

it("is one line for a group in order, and shows what mends the others", () => {
  const text = printed([
    { title: "This machine", findings: [ok("node", "Node 20.19.0"), ok("git", "git 2.39.5")] },
    {
      title: "Codex",
      findings: [ok("wired", "wired"), warning("firing", "Never heard.", "Run: codex"), note("x", "By the way.")],
    },
    { title: "Pi", findings: [note("wired", "Not wired.", "Run: writ init --agent pi")] },
    { title: "Qwen Code", findings: [error("time-outs", "Too short.", "Run: writ init")] },
  ]);
  expect(text).toBe(`ok       This machine  Node 20.19.0; git 2.39.5
warning  Codex         wired
         Never heard.
         -> Run: codex
         By the way.
note     Pi
         Not wired.
         -> Run: writ init --agent pi
error    Qwen Code
         Too short.
         -> Run: writ init`);
});

it("keeps to a person's screen, and the commands in one piece", () => {
  const findings = [
    ok("a", "one two three four"),
    warning("b", "five six seven eight nine", "Run: writ init --agent x"),
  ];
  expect(printed([{ title: "Codex", findings }], 30)).toBe(`warning  Codex  one two three four
         five six seven eight
         nine
         -> Run: writ init --agent x`);
});

it.each([
  [[], "Nothing must be mended."],
  [[ok("a", "a"), note("b", "b")], "Nothing must be mended."],
  [[warning("a", "a", "b")], "No errors, 1 warning."],
  [[error("a", "a", "b"), error("a", "a", "b")], "2 errors, no warnings."],
  [[error("a", "a", "b"), warning("a", "a", "b"), warning("a", "a", "b")], "1 error, 2 warnings."],
])("sums up %#", (findings, sentence) => {
  expect(summaryOf(findings)).toBe(sentence);
});

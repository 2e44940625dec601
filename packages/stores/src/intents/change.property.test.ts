import { type IntentStatus, ProblemError } from "@writ/contracts";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { expect, it } from "vitest";
import { withChange, withNew } from "./change.ts";
import { parseIntents } from "./parse.ts";
import type { Change } from "./tidy.ts";
import { Unusable } from "./yaml-file.ts";

/** A file as a person might write it: the text, and the text of each entry by id. */
interface Doc {
  text: string;
  chunks: Map<string, string>;
}

const word = fc.constantFrom(
  "src/a/**",
  "b",
  "it's",
  "a: b",
  "#x",
  "!not/**",
  "*.ts",
  "- d",
  '"q"',
  "ünï",
  "true",
  "1.0",
);
const quoted = fc
  .tuple(word, fc.boolean())
  .map(([text, single]) => (single ? `'${text.replaceAll("'", "''")}'` : JSON.stringify(text)));
const status = fc.constantFrom("PENDING", "in-progress", '"done"', "'BLOCKED'", "");
const behind = fc.constantFrom("", "", " # %", "    # %", "\t# %");
const above = fc.array(fc.constantFrom("# %", "  # %", "", "                    # %"), { maxLength: 2 });

/** One field as lines without indentation; `%` becomes a number, so that every comment is one of a kind. */
const field = fc.oneof(
  fc.tuple(fc.constantFrom("name", "title"), quoted, behind).map(([key, text, end]) => [`${key}: ${text}${end}`]),
  fc.tuple(fc.constantFrom("status", "state"), status, behind).map(([key, text, end]) => [`${key}: ${text}${end}`]),
  fc
    .tuple(
      fc.constantFrom("owned_scope", "ownedScope", "scope"),
      fc.array(quoted, { minLength: 1, maxLength: 3 }),
      behind,
      above,
    )
    .map(([key, items, end, over]) => [`${key}:${end}`, ...items.flatMap((item) => [...over, `  - ${item}${end}`])]),
  fc
    .tuple(fc.constantFrom("constraints", "scope"), fc.array(quoted, { maxLength: 3 }), behind)
    .map(([key, items, end]) => [`${key}: [${items.join(", ")}]${end}`]),
  fc.constantFrom(
    ["notes: |", "  first # no comment", "", "  second"],
    ["metadata: {spec: 'x', tags: [1,2]}  # %"],
    ["depends_on:", "- X # %", "# %", "- Y"],
    ["recent_history:", "  - PRE_HOOK x", "  - POST_HOOK x OK # %"],
    ["folded: a text that", "  goes on"],
  ),
);

const bareKey = (lines: readonly string[]) =>
  (lines[0] ?? "")
    .split(":")[0]
    ?.toLowerCase()
    .replaceAll("_", "")
    .replace("ownedscope", "scope")
    .replace("state", "status") ?? "";

const fields = fc.uniqueArray(fc.tuple(above, field), { selector: ([, lines]) => bareKey(lines), maxLength: 5 });

const doc: fc.Arbitrary<Doc> = fc
  .record({
    entries: fc.array(fields, { minLength: 1, maxLength: 4 }),
    shape: fc.constantFrom("root", "legacy", "bare", "by-id"),
    indent: fc.constantFrom(0, 2, 4),
    eol: fc.constantFrom("\n", "\r\n"),
    mark: fc.constantFrom("", "\uFEFF"),
    gap: fc.constantFrom([], [""], ["# %", ""]),
    foot: fc.constantFrom([], ["# %"], ["", "# %", ""]),
  })
  .map(({ entries, shape, indent, eol, mark, gap, foot }) => {
    let count = 0;
    const numbered = (line: string) =>
      line.replaceAll("%", () => {
        count += 1;
        return `note ${count}`;
      });
    const head = shape === "root" ? ["active_intents: # %"] : shape === "legacy" ? ["# %", "intents:"] : ["# %"];
    const column = shape === "bare" || shape === "by-id" ? 0 : indent;
    const chunks = new Map<string, string>();
    const lines = head.map(numbered);
    for (const [index, parts] of entries.entries()) {
      const id = `INT-${index + 1}`;
      const body = parts.flatMap(([over, own]) => [...over, ...own]);
      const first = shape === "by-id" ? [`${id}:`, `  id: ${id}`] : [`- id: ${id}`];
      const entry = [...first, ...body.map((line) => (line === "" ? line : `  ${line}`))];
      const chunk = entry.map((line) => numbered(line === "" ? line : " ".repeat(column) + line));
      chunks.set(id, chunk.join(eol));
      lines.push(...chunk, ...gap.map(numbered));
    }
    lines.push(...foot.map(numbered));
    return { text: `${mark}${lines.join(eol)}${eol}`, chunks };
  })
  // A comment further out than its list can end the list: then it is not the file we meant to write.
  .filter(({ text, chunks }) => {
    try {
      return parseIntents(new TextEncoder().encode(text)).entries.length === chunks.size;
    } catch {
      return false;
    }
  });

const parse = (text: string) => parseIntents(new TextEncoder().encode(text));
const commentsIn = (text: string) => [...text.matchAll(/# note \d+/g)].map(([comment]) => comment);
const anyText = fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 12 }));
const anyStatus = fc.constantFrom<IntentStatus>("PENDING", "IN_PROGRESS", "BLOCKED", "COMPLETE");

/** Nothing of the other entries changed, byte for byte. */
function expectOthersUntouched(before: Doc, after: string, id: string | null): void {
  for (const [other, chunk] of before.chunks) if (other !== id) expect(after).toContain(chunk);
}

it("adding an intent keeps every byte that was there", () => {
  fc.assert(
    fc.property(doc, anyText, fc.array(word, { maxLength: 3 }), (before, name, ownedScope) => {
      const { text, intent } = withNew(parse(before.text), "f", { name, ownedScope });
      expectOthersUntouched(before, text, null);
      expect(commentsIn(text)).toEqual(commentsIn(before.text));
      const lines = text.split("\n");
      for (const line of before.text.split("\n")) expect(lines).toContain(line);
      expect(parse(text).entries.at(-1)?.intent).toEqual(intent);
      expect(text.includes("\r\n")).toBe(before.text.includes("\r\n"));
      expect(/[^\r]\n/.test(text)).toBe(/[^\r]\n/.test(before.text));
    }),
    { numRuns: inDepth(60, 300) },
  );
});

const growth: fc.Arbitrary<(scope: string[], history: string[]) => Change> = fc.oneof(
  anyStatus.map((value) => () => ({ status: value })),
  anyText.map((name) => () => ({ name })),
  word.map((glob) => (scope: string[]) => ({ ownedScope: [...scope, glob] })),
  fc
    .array(word, { maxLength: 3 })
    .map((items) => (_: string[], history: string[]) => ({ recentHistory: [...history, ...items] })),
);

it("changing an intent keeps all comments, and every byte of the others", () => {
  fc.assert(
    fc.property(doc, fc.nat(), growth, (before, pick, grow) => {
      const parsed = parse(before.text);
      const target = parsed.entries[pick % parsed.entries.length]?.intent;
      if (target === undefined) throw new Error("a document has entries");
      const change = grow(target.ownedScope, target.recentHistory);
      const { text, intent } = withChange(parsed, "f", target.id, change);
      expectOthersUntouched(before, text, target.id);
      expect(commentsIn(text)).toEqual(commentsIn(before.text));
      expect(intent).toMatchObject(change);
      // What was not asked for is what it was, unknown fields included.
      const unknown = (source: string) => (source.match(/(notes|metadata|depends_on|folded):/g) ?? []).sort();
      expect(unknown(text)).toEqual(unknown(before.text));
    }),
    { numRuns: inDepth(100, 500) },
  );
});

it("a list can become any other list", () => {
  fc.assert(
    fc.property(
      doc,
      fc.array(fc.tuple(fc.nat(), fc.array(anyText, { maxLength: 4 })), { maxLength: 3 }),
      (before, changes) => {
        let { text } = before;
        const untouched = new Map(before.chunks);
        for (const [pick, items] of changes) {
          const parsed = parse(text);
          const id = parsed.entries[pick % parsed.entries.length]?.intent.id ?? "";
          ({ text } = withChange(parsed, "f", id, { ownedScope: items, constraints: items }));
          untouched.delete(id);
          for (const chunk of untouched.values()) expect(text).toContain(chunk);
        }
      },
    ),
    { numRuns: inDepth(60, 300) },
  );
});

it("a file of any shape is changed as asked, or not at all and for a reason", () => {
  const pieces = fc.constantFrom(
    ...[
      "- ",
      "id: A",
      "id: B",
      "\n",
      "\n  ",
      "\n    ",
      "[",
      "]",
      "{",
      "}",
      ", ",
      "*a",
      "&a ",
      "!x ",
      "|\n",
      ">-\n",
      " # c\n",
    ],
    ...[
      "status: ",
      "open",
      "scope: ",
      "name: ",
      '"q"',
      "'s'",
      "? ",
      ": ",
      "<<: ",
      "intents:",
      "A:",
      "~",
      "\r\n",
      "---\n",
    ],
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
      const text = parts.join("");
      const attempt = (change: () => { text: string }) => {
        try {
          const parsed = parse(text);
          const ids = parsed.entries.map((entry) => entry.intent.id);
          const after = parse(change().text).entries.map((entry) => entry.intent.id);
          expect(after.slice(0, ids.length)).toEqual(ids);
        } catch (error) {
          expect(error instanceof Unusable || error instanceof ProblemError).toBe(true);
        }
      };
      attempt(() => withNew(parse(text), "f", { name: "n: m", ownedScope: ["*.ts", "!x"] }));
      attempt(() => withChange(parse(text), "f", "A", { status: "BLOCKED", name: "n", ownedScope: ["a", "b"] }));
    }),
    { numRuns: inDepth(400, 2000) },
  );
});

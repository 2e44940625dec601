import type { NewIntent } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { withChange, withNew } from "./change.ts";
import { parseIntents } from "./parse.ts";
import type { Change } from "./tidy.ts";

const file = ".orchestration/active_intents.yaml";
const parse = (text: string) => parseIntents(new TextEncoder().encode(text));
const change = (text: string, id: string, asked: Change) => withChange(parse(text), file, id, asked).text;
const add = (text: string, asked: Partial<NewIntent> = {}) =>
  withNew(parse(text), file, { name: "New", ownedScope: ["src/new/**"], ...asked }).text;

const crafted = `# Ours, please keep it short
active_intents:   # the list
    # the first
    - id: "INT-001"      # stable
      title: 'JWT Auth'
      status:   PENDING      # aligned
      ownedScope:
          - "src/auth/**"   # all of it
          # except what is not ours
          - "src/mw/jwt.ts"
          # tail

      # after the list
      priority: high
      note: |
        kept
          as it is

      # end of the first

    - id: "INT-002"
      title: 'Two'
      status: in-progress
      ownedScope: [src/b, 'src/c' ,src/d]
# the end
`;

describe("a change touches nothing but what it changes", () => {
  it.each<[string, string, Change, string, string]>([
    [
      "a status",
      "INT-001",
      { status: "IN_PROGRESS" },
      "status:   PENDING      # aligned",
      "status:   IN_PROGRESS      # aligned",
    ],
    ["a name, as it is spelled and quoted", "INT-001", { name: "It's" }, "title: 'JWT Auth'", "title: 'It''s'"],
    [
      "a new item",
      "INT-001",
      { ownedScope: ["src/auth/**", "src/mw/jwt.ts", "!x"] },
      `- "src/mw/jwt.ts"\n`,
      `- "src/mw/jwt.ts"\n          - "!x"\n`,
    ],
    ["an item less", "INT-001", { ownedScope: ["src/mw/jwt.ts"] }, `          - "src/auth/**"   # all of it\n`, ""],
    [
      "an item between brackets",
      "INT-002",
      { ownedScope: ["src/b", "src/c", "src/d", "a,b"] },
      ",src/d]",
      `,src/d, "a,b"]`,
    ],
    ["a list of one", "INT-002", { ownedScope: ["src/c"] }, "[src/b, 'src/c' ,src/d]", "[src/c]"],
    [
      "a new field",
      "INT-002",
      { constraints: ["a: b"] },
      "[src/b, 'src/c' ,src/d]\n",
      "[src/b, 'src/c' ,src/d]\n      constraints:\n          - \"a: b\"\n",
    ],
    ["a synonym that is true already", "INT-002", { status: "IN_PROGRESS" }, "", ""],
  ])("%s", (_, id, asked, before, after) => {
    expect(change(crafted, id, asked)).toBe(crafted.replace(before, after));
  });

  it("puts a new entry behind the last, before the comments that follow the list, in the style of the file", () => {
    const entry = `
    - id: INT-003
      title: New
      status: PENDING
      ownedScope:
          - src/new/**
`;
    expect(add(crafted)).toBe(crafted.replace("# the end\n", `${entry}# the end\n`));
  });
});

describe("every shape a file has in the wild takes a new intent", () => {
  const entry = (id: string, at: string) => `${at}- id: ${id}
${at}  name: New
${at}  status: PENDING
${at}  owned_scope:
${at}    - src/new/**
`;

  it.each([
    ["nothing", "", `active_intents:\n${entry("INT-001", "  ")}`],
    ["a comment", "# ours\n", `# ours\nactive_intents:\n${entry("INT-001", "  ")}`],
    ["a comment without a line break", "# ours", `# ours\nactive_intents:\n${entry("INT-001", "  ")}`.trimEnd()],
    ["a marker", "---\n", `---\nactive_intents:\n${entry("INT-001", "  ")}`],
    ["an empty list", "active_intents: [] # none\n", `active_intents: # none\n${entry("INT-001", "  ")}`],
    ["an empty key", "active_intents:\nversion: 1\n", `active_intents:\n${entry("INT-001", "  ")}version: 1\n`],
    ["no value", "active_intents: ~\n", `active_intents:\n${entry("INT-001", "  ")}`],
    ["an empty object", "intents: {}\n", `intents:\n${entry("INT-001", "  ")}`],
    ["other keys only", "version: 1\n", `version: 1\nactive_intents:\n${entry("INT-001", "  ")}`],
    ["a bare empty list", "[]\n", entry("INT-001", "")],
    ["a bare list", "- id: INT-7\n", `- id: INT-7\n${entry("INT-008", "")}`],
    [
      "the legacy key",
      "intents:\n- intent_id: A\n",
      `intents:\n- intent_id: A\n${entry("INT-001", "").replace("id:", "intent_id:")}`,
    ],
    [
      "intents by id",
      "A:\n  title: X\n",
      "A:\n  title: X\nINT-001:\n  title: New\n  status: PENDING\n  owned_scope:\n    - src/new/**\n",
    ],
    [
      "JSON",
      '{"intents": [{"id": "A"}]}\n',
      '{"intents": [{"id": "A"}, {"id": "INT-001", "name": "New", "status": "PENDING", "owned_scope": ["src/new/**"]}]}\n',
    ],
    [
      "a list between brackets",
      "active_intents: [{id: A, state: DRAFT}]\n",
      "active_intents: [{id: A, state: DRAFT}, {id: INT-001, name: New, state: PENDING, owned_scope: [src/new/**]}]\n",
    ],
    [
      "Windows line breaks",
      "intents:\r\n  - id: A\r\n",
      `intents:\n  - id: A\n${entry("INT-001", "  ")}`.replaceAll("\n", "\r\n"),
    ],
    ["a byte order mark", "\uFEFF- id: A\n", `\uFEFF- id: A\n${entry("INT-001", "")}`],
    [
      "wide dashes",
      "-   id: A\n",
      "-   id: A\n-   id: INT-001\n    name: New\n    status: PENDING\n    owned_scope:\n      - src/new/**\n",
    ],
  ])("%s", (_, before, after) => {
    expect(add(before)).toBe(after);
  });
});

describe("every spelling of a value can be changed", () => {
  const all: Change = { name: "N", status: "BLOCKED", ownedScope: ["x", "y"], constraints: ["c"] };

  it.each([
    ["missing fields", "- id: A\n"],
    ["empty values", "- id: A\n  name:\n  status: # why\n  owned_scope:\n  constraints: []\n"],
    ["one text for a list", "- id: A\n  scope: z # c\n  constraints: one\n"],
    ["block texts", "- id: A\n  name: >-\n    long\n    name\n  status: |\n    open\n  scope: |\n    a\n    b\n"],
    ["aliases", "- id: B\n  scope: &s [a]\n  status: &t done\n- id: A\n  scope: *s\n  status: *t\n"],
    ["inherited fields", "- &b\n  id: B\n  scope: [a]\n  status: done\n- <<: *b\n  id: A\n"],
    ["between braces", "[{id: A, name: x, status: open, scope: [a, b], constraints: []}]\n"],
    ["empty between braces", "{A: {}}\n"],
    ["a space before the colon", "- id: A\n  status : open\n  scope : a\n"],
    ["no last line break", "- id: A\n  scope:\n    - a"],
    ["objects in a list", "- id: A\n  constraints:\n    - run: x\n      why: y\n    - c\n"],
    ["lists in a list", "- id: A\n  scope: [[a, b], c]\n"],
  ])("%s", (_, before) => {
    const { intent, text } = withChange(parse(before), file, "A", all);
    expect(intent).toMatchObject(all);
    expect(parse(text).entries.find((entry) => entry.intent.id === "A")?.intent).toEqual(intent);
  });

  it.each([
    "\u00a0",
    " ",
    "",
    "a\u2028b",
    "\u0085",
    "\uFEFF",
    "tab\t",
    "two\nlines",
    "~",
    "null",
    "- x",
    "a #b",
    "\u0007",
    "\\",
  ])("a name can be %j", (name) => {
    for (const before of ["- id: A\n", "- {id: A}\n", "- {id: A, name: 'x'}\n", '- id: A\n  name: "x"\n']) {
      expect(parse(change(before, "A", { name })).entries[0]?.intent.name).toBe(name);
    }
  });

  it("refuses to change what another intent shares", () => {
    const shared = "- id: A\n  status: &s open\n- id: B\n  status: *s\n";
    expect(() => change(shared, "A", { status: "BLOCKED" })).toThrow(/cannot write intent A \(line 1\).*by hand/);
  });

  it("sets and takes off the limits of a quick intent", () => {
    const quick = { expiresAt: "2026-01-02T00:00:00.000Z", maxFiles: 3, maxLines: 50 };
    const limited = change("- id: A # a\n  x: 1\n", "A", { quick });
    expect(limited).toBe(
      "- id: A # a\n  x: 1\n  quick:\n    expires_at: 2026-01-02T00:00:00.000Z\n    max_files: 3\n    max_lines: 50\n",
    );
    expect(change(limited, "A", { quick: undefined })).toBe("- id: A # a\n  x: 1\n");
  });

  it("accepts a proposed intent, and proposes one", () => {
    const accepted = change("- id: A\n  status: DRAFT\n", "A", { status: "PENDING" });
    expect(accepted).toBe("- id: A\n  status: PENDING\n");
    expect(change(accepted, "A", { proposed: true })).toBe("- id: A\n  status: PROPOSED\n");
  });
});

describe("criteria with commands", () => {
  const file = [
    "active_intents:",
    "  - id: A",
    "    acceptance_criteria:",
    "      - It works # says Ada",
    "      # the whole suite",
    "      - text: The tests pass",
    "        run: npm test # slow",
    "        owner: ada",
    "      - run: npm run lint",
    "",
  ].join("\n");

  it.each<[string, Change, string, string]>([
    [
      "one more with a command",
      {
        criteria: [
          { text: "It works" },
          { text: "The tests pass", run: "npm test" },
          { text: "npm run lint", run: "npm run lint" },
          { text: "It builds", run: "npm run build", timeoutSeconds: 90 },
        ],
      },
      "      - run: npm run lint\n",
      "      - run: npm run lint\n      - text: It builds\n        run: npm run build\n        timeout: 90\n",
    ],
    [
      "one more in words, which takes no command away",
      { acceptanceCriteria: ["It works", "The tests pass", "npm run lint", "Somebody likes it"] },
      "      - run: npm run lint\n",
      "      - run: npm run lint\n      - Somebody likes it\n",
    ],
    [
      "one less, by its words",
      { acceptanceCriteria: ["It works", "The tests pass"] },
      "      - run: npm run lint\n",
      "",
    ],
    [
      "other intents to wait for",
      { dependsOn: ["B", "C"] },
      "      - run: npm run lint\n",
      "      - run: npm run lint\n    depends_on:\n      - B\n      - C\n",
    ],
  ])("%s", (_, asked, before, after) => {
    expect(change(file, "A", asked)).toBe(file.replace(before, after));
  });

  it("between brackets keep what Writ does not read", () => {
    const flow = "- {id: A, acceptance_criteria: [one, {run: npm test, owner: ada}, {run: make}]}\n";
    expect(change(flow, "A", { acceptanceCriteria: ["npm test", "two"] })).toBe(
      "- {id: A, acceptance_criteria: [{run: npm test, owner: ada}, two]}\n",
    );
  });

  it("are added with a new intent, and left out where there are none", () => {
    const parsed = parseIntents(new TextEncoder().encode("active_intents: []\n"));
    const criteria = [{ text: "It works" }, { text: "npm test", run: "npm test", timeoutSeconds: 60 }];
    const { text, intent } = withNew(parsed, "f", { name: "N", ownedScope: ["a"], criteria, dependsOn: ["B"] });
    expect(intent).toMatchObject({ acceptanceCriteria: ["It works", "npm test"], criteria, dependsOn: ["B"] });
    expect(text).toContain("      - It works\n      - run: npm test\n        timeout: 60\n");
  });
});

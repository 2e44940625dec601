import { ProblemError, type WiredFile } from "@writ/contracts";
import { inDepth, oddSettings } from "@writ/testkit";
import fc from "fast-check";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { jsonFile } from "./json-file.ts";

const handler = (event: string) => ({ type: "command", command: `bash -p .orchestration/writ.sh qwen ${event}` });
const groups = ["SessionStart", "PreToolUse"].map((event) => ({
  at: ["hooks", event],
  entry: { hooks: [handler(event)] },
}));
const server = { command: "sh", args: ["-c", "exec bash -p .orchestration/writ.sh mcp"] };
const named = [{ at: ["mcpServers"], name: "writ", entry: server }];
const file = jsonFile({ path: "settings.json", purpose: "hooks", lists: groups, named });
const paths = [...groups.map(({ at }) => ({ at, isList: true })), { at: ["mcpServers"], isList: false }];

/** The reason a text is refused for, or what it becomes. */
function attempt(text: string, wiring: WiredFile = file): { wired: string } | { refused: string } {
  try {
    return { wired: wiring.wire(text) };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "SETTINGS_INVALID") return { refused: error.message };
    throw error;
  }
}

/** A text as programs see it, `__proto__` and all. */
const meant = (text: string): unknown =>
  JSON.parse(JSON.stringify(parse(text.replace(/^\uFEFF/, ""), [], { allowTrailingComma: true }) ?? {}));

describe("settings with whatever people have in them", () => {
  it("come back byte for byte, and are wired once however often they are", () => {
    let wired = 0;
    fc.assert(
      fc.property(oddSettings(paths), (text) => {
        const result = attempt(text);
        expect(file.state(text)).toBe("absent");
        if ("refused" in result) return;
        wired += 1;
        expect(file.unwire(result.wired)).toBe(text);
        expect(file.state(result.wired)).toBe("wired");
        expect(file.wire(result.wired)).toBe(result.wired);
        expect(file.unwire(text)).toBe(text);
      }),
      { numRuns: inDepth(300, 1500) },
    );
    expect(wired).toBeGreaterThan(inDepth(100, 700));
  });

  it("keep their hooks in order and before Writ's, and everything else", () => {
    fc.assert(
      fc.property(oddSettings(paths), (text) => {
        const result = attempt(text);
        if ("refused" in result || text.trim() === "" || text === "\uFEFF") return;
        const before = meant(text);
        const after = meant(result.wired);
        expect(after).toMatchObject({ mcpServers: { writ: server } });
        for (const { at, entry } of groups) {
          const list = at.reduce<unknown>(member, after);
          const theirs = at.reduce<unknown>(member, before) ?? [];
          expect(list).toEqual([...(Array.isArray(theirs) ? theirs : []), entry]);
        }
        const { hooks: _, mcpServers: __, ...rest } = Object(after);
        const { hooks: ___, mcpServers: ____, ...own } = Object(before);
        expect(rest).toEqual(own);
      }),
      { numRuns: inDepth(100, 500) },
    );
  });

  it("lose Writ's entries and nothing else after a formatter went over them", () => {
    fc.assert(
      fc.property(oddSettings(paths), fc.constantFrom(0, 2, "\t"), (text, indent) => {
        const result = attempt(text);
        if ("refused" in result) return;
        const formatted = JSON.stringify(meant(result.wired), null, indent);
        expect(file.state(formatted)).toBe("wired");
        const left = file.unwire(formatted);
        expect(left ?? "").not.toContain("writ.sh");
        // Empty brackets may be gone with what was in them; what people have in theirs is not.
        expect(withoutEmpty(meant(left ?? ""))).toEqual(withoutEmpty(meant(text)));
      }),
      { numRuns: inDepth(100, 500) },
    );
  });
});

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function withoutEmpty(value: unknown): unknown {
  const { hooks, mcpServers, ...rest } = Object(value);
  const kept = Object.entries({ ...Object(hooks) }).filter(([, list]) => !Array.isArray(list) || list.length > 0);
  const servers = Object.keys(Object(mcpServers)).length === 0 ? {} : { mcpServers };
  return { ...rest, ...servers, ...(kept.length === 0 ? {} : { hooks: Object.fromEntries(kept) }) };
}

const wire = (text: string) => {
  const result = attempt(text, small);
  return "wired" in result ? result.wired : result.refused;
};
const small = jsonFile({
  path: "settings.json",
  purpose: "hooks",
  lists: [{ at: ["hooks", "Stop"], entry: { hooks: [{ command: ".orchestration/writ.sh" }] } }],
});

describe("what is put in looks like what is there", () => {
  it.each([
    [
      "a new file",
      null,
      '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          {\n            "command": ".orchestration/writ.sh"\n          }\n        ]\n      }\n    ]\n  }\n}\n',
    ],
    [
      "tabs, a remark, Windows line breaks",
      '{\r\n\t"a": 1 // mine\r\n}\r\n',
      '{\r\n\t"a": 1, // mine\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{\r\n\t\t\t\t"hooks": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t"command": ".orchestration/writ.sh"\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n',
    ],
    [
      "all on one line",
      '{"hooks": {"Stop": [{"hooks": []}]}}',
      '{"hooks": {"Stop": [{"hooks": []}, { "hooks": [{ "command": ".orchestration/writ.sh" }] }]}}',
    ],
    [
      "a comma behind the last one",
      '{\n  "a": 1,\n}',
      '{\n  "a": 1,\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          {\n            "command": ".orchestration/writ.sh"\n          }\n        ]\n      }\n    ]\n  },\n}',
    ],
  ])("%s", (_, text, expected) => {
    expect(small.wire(text)).toBe(expected);
    expect(small.unwire(expected)).toBe(text);
  });
});

describe("what cannot be edited is refused", () => {
  it.each([
    ["{", /line 1 is not JSON/],
    ['{\n  "a": 1\n  "b": 2\n}', /line 3 is not JSON \(Comma expected\)/],
    ["[]", /it holds a list, where an object belongs/],
    ["null", /it holds nothing, where an object belongs/],
    ['{"hooks": []}', /"hooks" is a list, where an object belongs/],
    ['{"hooks": null}', /"hooks" is nothing, where an object belongs/],
    ['{"hooks": {"Stop": {}}}', /"hooks.Stop" is an object, where a list belongs/],
    ['{"hooks": {}, "hooks": {}}', /"hooks" is there twice/],
    ['{"hooks": {"Stop": [], "Stop": []}}', /"hooks.Stop" is there twice/],
    [`${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, /nested too deeply/],
    ["{'a': 1}", /is not JSON/],
    ["{} {}", /is not JSON/],
    ["\0", /is not JSON/],
  ])("%#: %s", (text, reason) => {
    expect(wire(text)).toMatch(reason);
    expect(small.state(text)).toBe("absent");
  });

  it("also somebody else's server under Writ's name, and settings the agent does not read", () => {
    expect(attempt('{"mcpServers": {"writ": {"command": "other"}}}')).toEqual({
      refused: expect.stringContaining('"mcpServers.writ" is not Writ\'s'),
    });
    const versioned = jsonFile({
      path: "hooks.json",
      purpose: "hooks",
      lists: groups,
      besides: { version: 1 },
      needs: ["version"],
    });
    expect(attempt('{"hooks": {}}', versioned)).toEqual({ refused: expect.stringContaining('"version": 1') });
  });
});

describe("entries of Writ that are not as they should be", () => {
  const own = '{"type": "command", "command": "writ hook claude-code Stop"}';
  it.each([
    ["by hand", `{"hooks": {"Stop": [{"hooks": [${own}]}]}}`],
    ["by hand, through npx", '{"hooks": {"Stop": [{"hooks": [{"command": "npx writ hook claude-code Stop"}]}]}}'],
    [
      "by hand, by path",
      '{"hooks": {"Stop": [{"hooks": [{"command": "node \\"/a b/writ.cjs\\" hook claude-code Stop"}]}]}}',
    ],
    ["for an event that needs none any more", `{"hooks": {"Gone": [{"hooks": [${own}]}]}}`],
    ["twice", `{"hooks": {"Stop": [{"hooks": [${own}]}, {"hooks": [${own}]}]}}`],
    [
      "with the wrong unit of time",
      '{"hooks": {"Stop": [{"hooks": [{"command": ".orchestration/writ.sh", "timeout": 30}]}]}}',
    ],
  ])("are replaced, not doubled: %s", (_, text) => {
    expect(small.state(text)).toBe("outdated");
    const next = small.wire(text);
    expect(small.state(next)).toBe("wired");
    expect(next.match(/writ(?:\.cjs|\.sh)?\\?"? ?hook|writ\.sh/g)).toHaveLength(1);
    expect(small.unwire(next) ?? "").toBe("");
  });

  it("leave a group that people share with them, with its remarks", () => {
    const text = `{
  "hooks": {
    "Stop": [
      {
        "matcher": "*", // all
        "hooks": [
          { "command": "mine" }, // first
          ${own}
        ]
      }
    ]
  }
}`;
    expect(small.unwire(text)).toBe(text.replace(/,( \/\/ first)\n +\{.*\}/, "$1"));
  });

  it("go from between other entries, and take no remark along", () => {
    const text = `{
  // before
  "hooks": {
    "Stop": [
      { "command": ".orchestration/writ.sh" }, // about it
      { "command": "mine" }
    ]
  } // behind
}`;
    const left = small.unwire(text);
    expect(left).toContain("// before");
    expect(left).toContain("// about it");
    expect(left).toContain("// behind");
    expect(meant(left ?? "")).toEqual({ hooks: { Stop: [{ command: "mine" }] } });
  });

  it("go out of brackets with a remark in them, which stays", () => {
    const text = '{\n  "hooks": { // mine\n    "Stop": [{ "command": ".orchestration/writ.sh" }] }\n}\n';
    expect(small.unwire(text)).toBe('{\n  "hooks": { // mine\n }\n}\n');
  });
});

it.each([
  "echo see .orchestration/writ.sh for help",
  "/opt/audit.sh && bash -p .orchestration/writ.sh claude-code Stop | tee /var/log/x",
  "writ hook claude-code Stop; notify-send done",
])("what people wrote around a call of Writ is theirs: %s", (command) => {
  const text = `{"hooks": {"Stop": [{"hooks": [${JSON.stringify({ type: "command", command })}]}]}}`;
  const file = jsonFile({
    path: "settings.json",
    purpose: "hooks",
    lists: [{ at: ["hooks", "Stop"], entry: { hooks: [handler("Stop")] } }],
  });
  expect(file.state(text)).toBe("absent");
  expect(file.wire(text)).toContain(JSON.stringify(command));
  expect(file.unwire(file.wire(text))).toBe(text);
});

import { ProblemError } from "@writ/contracts";
import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { parseTOML } from "toml-eslint-parser";
import { describe, expect, it } from "vitest";
import { tomlFile } from "./toml-file.ts";

const entry = { command: "sh", args: ["-c", 'exec bash -p .orchestration/writ.sh "mcp"'] };
const file = tomlFile({ path: "config.toml", purpose: "MCP server", table: ["mcp_servers", "writ"], entry });
const block = '[mcp_servers.writ]\ncommand = "sh"\nargs = ["-c", "exec bash -p .orchestration/writ.sh \\"mcp\\""]';

function attempt(text: string): { wired: string } | { refused: string } {
  try {
    return { wired: file.wire(text) };
  } catch (error) {
    if (error instanceof ProblemError && error.problem.code === "SETTINGS_INVALID") return { refused: error.message };
    throw error;
  }
}

const lines = fc.constantFrom(
  "",
  "# mine",
  'model = "gpt" # mine',
  "[mcp_servers.other]",
  "[mcp_servers]",
  "[features]",
  "[[profiles]]",
  "  hooks = true",
  "a = [",
  "  1, # one",
  "]",
  "text = '''",
  "[mcp_servers.writ]",
  "'''",
  "mcp_servers.dotted.command = 'x'",
  "mcp_servers = { inline = { command = 'x' } }",
  "[__proto__]",
  "x = 1",
);

describe("settings in TOML", () => {
  it("come back byte for byte, and are wired once however often they are", () => {
    let wired = 0;
    const texts = fc.tuple(
      fc.array(lines, { maxLength: 8 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.constantFrom("", "\uFEFF"),
    );
    fc.assert(
      fc.property(texts, ([all, eol, ends, mark]) => {
        const text = `${mark}${all.join(eol)}${ends ? eol : ""}`;
        fc.pre(!all.includes("[mcp_servers.writ]") || all.includes("text = '''"));
        const result = attempt(text);
        if ("refused" in result || file.state(text) !== "absent") return;
        wired += 1;
        expect(file.unwire(result.wired)).toBe(text);
        expect(file.state(result.wired)).toBe("wired");
        expect(file.wire(result.wired)).toBe(result.wired);
        expect(file.unwire(text)).toBe(text);
        expect(() => parseTOML(result.wired.replace(/^\uFEFF/, ""))).not.toThrow();
      }),
      { numRuns: inDepth(600, 3000) },
    );
    expect(wired).toBeGreaterThan(inDepth(30, 300));
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("are made and taken away where there are none", () => {
    expect(file.wire(null)).toBe(`${block}\n`);
    expect(file.unwire(`${block}\n`)).toBeNull();
  });

  it.each([
    ["a =", /line 1 is not TOML/],
    ["a = 1\nb", /line 2 is not TOML/],
    ["mcp_servers = {}\n", /is not TOML/],
    ["[mcp_servers]\nwrit = { command = 'x' }\n", /is not TOML/],
    ["[mcp_servers.writ]\ncommand = 'other'\n", /\[mcp_servers.writ\] is not Writ's/],
    ["\0", /is not TOML/],
  ])("are refused where they cannot be edited: %j", (text, reason) => {
    expect(attempt(text)).toEqual({ refused: expect.stringMatching(reason) });
  });

  it.each([
    ["[mcp_servers.writ]\ncommand = 'npx'\nargs = ['writ', 'mcp']\n"],
    ['[ mcp_servers . "writ" ] # mine\ncommand = "sh"\nargs = ["-c", "bash .orchestration/writ.sh mcp"]\n'],
    ["[mcp_servers.writ]\ncommand = 'writ'\nargs = ['mcp']\n[mcp_servers.writ.env]\nA = '1'\n"],
  ])("get the entry renewed: %j", (own) => {
    expect(file.state(own)).toBe("outdated");
    expect(file.wire(`# mine\n\n${own}\n[features]\nhooks = true\n`)).toBe(
      `# mine\n\n[features]\nhooks = true\n\n${block}\n`,
    );
  });

  it("keep what people put into the entry while it is as it should be, and behind it", () => {
    const text = `a = 1\n\n${block}\nstartup_timeout_sec = 20\n\n[features] # mine\n`;
    expect(file.state(text)).toBe("wired");
    expect(file.wire(text)).toBe(text);
    expect(file.unwire(text)).toBe("a = 1\n\n[features] # mine\n");
  });
});

import { readFileSync } from "node:fs";
import { toCall, toContext } from "@writ/engine";
import { describe, expect, it } from "vitest";

const page = readFileSync(new URL("../docs/hooks.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\\x60{3}${language}\\n(.*?)^\\x60{3}`, "gms"))].map(([, text]) => text ?? "");

describe("docs/hooks.md", () => {
  it("shows a context as it really is", () => {
    const shown = JSON.parse(blocks("json").find((text) => text.includes('"input_summary"')) ?? "");
    const input = {
      description: "Review payments",
      prompt: "Review the changes in src/payments",
      subagent_type: "code_review_agent",
    };
    const outcome = { status: "ok", durationMs: shown.duration_ms, output: "Found 3 issues" } as const;
    const session = { id: "sess-123", agent: "claude-code" } as const;
    const request = { tool: "Task", input, callId: "c" };
    const call = toCall(request, { id: "i", callId: "c", runners: [], tools: {} });
    const event = { name: "tool.after", at: shown.timestamp, session, cwd: "/", request, outcome } as const;
    expect(toContext(event, { call }, { root: shown.repository_root, environment: "dev" })).toEqual(shown);
  });

  it("tells the neutral names as they are", () => {
    const [, table = ""] = /### Names of tools\n(.*?)\n###/s.exec(page) ?? [];
    const rows = [...table.matchAll(/^\| (`.*`) \| (`.*`) \|$/gm)].map((cells) =>
      cells.slice(1).map((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name)),
    );
    expect(rows.length).toBeGreaterThan(5);
    for (const [neutral = [], tools = []] of rows)
      for (const tool of [...neutral, ...tools]) {
        const call = toCall(
          { tool: tool ?? "", input: {}, callId: null },
          { id: "i", callId: "c", runners: [], tools: {} },
        );
        expect({ tool, neutral }).toEqual({ tool, neutral: expect.arrayContaining([call.toolName]) });
      }
  });
});

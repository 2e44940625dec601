import { payloadsOf } from "@writ/testkit";
import { describe, expect, it } from "vitest";
import { adapters } from "./index.ts";
import { outputText } from "./output.ts";

const stamp = { at: "2026-11-15T00:00:00.000Z", cwd: "/ws" };

describe("what a tool answered, as agents tell it", () => {
  it.each<[agent: string, fixture: string, event: string | undefined, output: string | undefined, durationMs?: number]>(
    [
      ["claude-code", "PostToolUse.shell", undefined, "shell-out", 192],
      ["claude-code", "PostToolUse.mcp", undefined, "active intent is now INT-001", 8],
      // A change is answered with the file.
      ["claude-code", "PostToolUse", undefined, undefined, 16],
      ["claude-code", "PostToolUseFailure.failed-command", undefined, "Exit code 3\nto-stderr", 84],
      ["codex", "PostToolUse.shell", undefined, "shell-out"],
      ["codex", "PostToolUse.mcp", undefined, "active intent is now INT-001"],
      ["gemini", "AfterTool.mcp", undefined, "<untrusted_context>\nactive intent is now INT-001\n</untrusted_context>"],
      ["copilot", "postToolUse.shell", "postToolUse", "shell-out\n<shellId: 0 completed with exit code 0>"],
      ["copilot", "postToolUseFailure.docs", "postToolUseFailure", "File exists"],
      ["copilot", "via-claude-settings.PostToolUse", undefined, "Created file /ws/hello.txt with 3 characters"],
      ["copilot", "vs-code.PostToolUse.docs", undefined, "Created"],
      ["cursor", "afterMCPExecution.pkg", undefined, "ok", 8],
      ["cursor", "postToolUse.pkg", undefined, undefined, 12],
      ["cursor", "postToolUseFailure.pkg", undefined, "Write error", 1],
      ["qwen", "PostToolUse.pkg", undefined, "Successfully created and wrote to new file: /ws/hello.txt.", 12],
      ["qwen", "PostToolUseFailure.failed-command.pkg", undefined, "Command exited with code 3"],
      ["droid", "PostToolUse.docs", undefined, undefined],
      ["kiro", "PostToolUse.docs", undefined, "ok"],
      ["windsurf", "post_mcp_tool_use.docs", undefined, "ok"],
      ["windsurf", "post_run_command.docs", undefined, undefined],
    ],
  )("%s %s", (agent, fixture, event, output, durationMs) => {
    const read = adapters[agent]?.toEvent(payloadsOf(agent)(fixture), {
      ...stamp,
      ...(event === undefined ? {} : { event }),
    });
    expect(read?.outcome?.output).toBe(output);
    expect(read?.outcome?.durationMs).toBe(durationMs);
  });

  it("comes from our plugins as text, cut once more", () => {
    const payload = { v: 1, event: "tool.after", session: "s", cwd: "/ws", call: { id: "c", tool: "bash", input: {} } };
    const read = (output: unknown) =>
      adapters.pi?.toEvent({ ...payload, outcome: { status: "ok", output } }, stamp)?.outcome;
    expect(read("done")).toEqual({ status: "ok", output: "done" });
    expect(read("x".repeat(9_000))?.output).toHaveLength(2_000);
    expect(read(7)).toEqual({ status: "ok" });
  });

  it("comes from Droid as an object in text, too", () => {
    const payload = { ...payloadsOf("droid")("PostToolUse.docs"), tool_response: '{"output":"built"}' };
    expect(adapters.droid?.toEvent(payload, stamp)?.outcome?.output).toBe("built");
    expect(adapters.droid?.toEvent({ ...payload, tool_response: "built" }, stamp)?.outcome?.output).toBe("built");
  });
});

describe("the text in an answer", () => {
  it.each<[string, unknown, string | undefined]>([
    ["nothing", undefined, undefined],
    ["a number", 3, undefined],
    ["blank text", " \n", undefined],
    ["what a command printed, both streams", { stdout: "out\n", stderr: "err\n" }, "out\nerr"],
    ["pieces, and no pictures", [{ type: "text", text: "a" }, { type: "image", data: "iVBOR" }, { text: "b" }], "a\nb"],
    [
      "an error of its own shape",
      { llmContent: "Error: boom at 3", error: { message: "boom", type: "x" } },
      "Error: boom at 3",
    ],
    [
      "what several commands printed",
      [
        { query: "ls", result: "a.ts", success: true },
        { result: "", error: "no" },
      ],
      "a.ts\nno",
    ],
    ["nested for ever", nested(), undefined],
    ["keys nobody owns", Object.create({ text: "inherited" }), undefined],
  ])("%s", (_, answer, expected) => {
    expect(outputText(answer)).toBe(expected);
  });

  it("is cut after 2,000 characters, never within one", () => {
    expect(outputText(`${"x".repeat(1_999)}😀`)).toHaveLength(1_999);
    expect(outputText({ stdout: "a".repeat(1_500), stderr: "b".repeat(1_500) })).toHaveLength(2_000);
    expect(outputText(Array.from({ length: 100_000 }, (_, at) => `line ${at}`))?.length).toBeLessThanOrEqual(2_000);
  });
});

function nested(): unknown {
  const round: Record<string, unknown> = {};
  round.content = round;
  return round;
}

import { PassThrough } from "node:stream";
import type { ApprovalRequest } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { askApprovalApprover } from "./ask-approval.ts";
import { policyApprover } from "./policy.ts";
import { terminalApprover } from "./terminal.ts";

const aRequest = (over: Partial<ApprovalRequest> = {}): ApprovalRequest => ({
  invocationId: "i",
  session: "s",
  intent: "INT-001",
  tool: "write_to_file",
  toolName: "write_to_file",
  risk: "sensitive",
  reasons: ["changes package.json, which is sensitive"],
  files: ["package.json"],
  mutationClass: "INTENT_EVOLUTION",
  preview: { lines: ["+a"], hidden: 3 },
  detail: "modify package.json\n+a\n+b\n+c\n+d",
  ...over,
});

const never = new AbortController().signal;

/** A person at a terminal who types an answer. */
async function atTerminal(typed: string, request = aRequest(), signal: AbortSignal = never) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  output.on("data", (chunk: Buffer) => {
    shown += chunk.toString();
    if (shown.endsWith("no: ")) input.write(`${typed}\n`);
  });
  const answer = await terminalApprover({ input, output, by: "p-1" }).ask(request, signal);
  return { answer, shown };
}

describe("a terminal", () => {
  it.each([
    ["yes", true],
    ["YES ", true],
    ["y", false],
    ["no", false],
    ["", false],
  ])("typed %j: %s", async (typed, approved) => {
    const { answer } = await atTerminal(typed);
    expect(answer).toEqual({ approved, by: "p-1", assurance: "script" });
  });

  it("counts as one only where it is a user's", async () => {
    for (const [isUsers, assurance] of [
      [true, "tty"],
      [false, "script"],
    ] as const) {
      const [input, output] = [new PassThrough(), new PassThrough()];
      output.on("data", (chunk: Buffer) => chunk.toString().endsWith("no: ") && input.write("yes\n"));
      const approver = terminalApprover({ input, output, by: "p" }, async () => isUsers);
      expect(await approver.ask(aRequest(), never)).toMatchObject({ approved: true, assurance });
    }
  });

  it("shows the whole change, and nothing in it can hide", async () => {
    const { shown } = await atTerminal("no", aRequest({ detail: "rm -rf x\r# harmless\u001b[2K\nlast line" }));
    expect(shown).toContain("last line");
    expect(shown).toContain("\\r# harmless\\e[2K");
  });

  it("that is cancelled does not answer", async () => {
    const controller = new AbortController();
    controller.abort();
    const input = new PassThrough();
    const asked = terminalApprover({ input, output: new PassThrough(), by: "p" }).ask(aRequest(), controller.signal);
    setTimeout(() => input.write("yes\n"), 0);
    await expect(asked).rejects.toThrow();
  });
});

describe("the host's own dialog", () => {
  it("is given intent, files, class, preview and how much the preview does not show", async () => {
    const seen: string[] = [];
    const approver = askApprovalApprover(async (type, message) => seen.push(type, message) > 0);
    expect(await approver.ask(aRequest(), never)).toEqual({ approved: true, by: "host", assurance: "native" });
    expect(seen[0]).toBe("tool");
    expect(JSON.parse(seen[1] ?? "")).toMatchObject({
      intent_id: "INT-001",
      affected_files: ["package.json"],
      mutation_class: "INTENT_EVOLUTION",
      diff_preview: ["+a"],
      hidden_lines: 3,
    });
  });

  it("asks for an expansion by its own name", async () => {
    const kinds: string[] = [];
    const approver = askApprovalApprover(async (type) => kinds.push(type) > 0);
    await approver.ask(aRequest({ risk: "expansion", globs: ["docs/**"] }), never);
    expect(kinds).toEqual(["scope_expansion"]);
  });

  it("takes only true for a yes", async () => {
    const dismissed: () => Promise<boolean> = async () => JSON.parse("null");
    expect((await askApprovalApprover(dismissed).ask(aRequest(), never)).approved).toBe(false);
  });
});

it("a policy answers by its rule, as a script", async () => {
  const approver = policyApprover(({ risk }) => risk === "change");
  expect(await approver.ask(aRequest(), never)).toEqual({ approved: false, by: "policy", assurance: "script" });
  expect((await approver.ask(aRequest({ risk: "change" }), never)).approved).toBe(true);
});

import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { type Bed, command } from "../scenarios/cli-bed.ts";
import { governed } from "../scenarios/harness.ts";
import { filesOf } from "./cache.ts";
import { inspector } from "./inspector.ts";

const installed = await filesOf(inspector).catch((error: Error) => error.message);

/** Runs the inspector once against `writ mcp`. */
async function inspect(bed: Bed, method: string, ...options: string[]) {
  if (typeof installed === "string") throw new Error(installed);
  const server = [process.execPath, command, "mcp"];
  const args = [installed.file, "--cli", ...server, "--method", method, "--format", "json", ...options];
  const child = spawn(installed.node, args, { cwd: bed.root, env: { ...bed.env }, stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString("utf8");
  });
  const code = await new Promise((resolve) => child.once("close", resolve));
  return { code, err, result: out === "" ? null : JSON.parse(out).result };
}

describe.skipIf(typeof installed === "string")(
  `the MCP inspector${typeof installed === "string" ? `: ${installed}` : ""}`,
  () => {
    it.each(["legacy", "modern"])("finds nothing against the tools (%s protocol)", async (era) => {
      const bed = await governed();
      const { code, err, result } = await inspect(bed, "tools/list", "--strict", "--protocol-era", era);
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(result.tools.map(({ name }: { name: string }) => name)).toEqual([
        "list_active_intents",
        "select_active_intent",
        "request_scope_expansion",
        "record_lesson",
        "write_file",
        "edit_file",
        "apply_patch",
      ]);
    });

    it("calls them, and reads answers and refusals", async () => {
      const bed = await governed();
      const taken = await inspect(
        bed,
        "tools/call",
        "--tool-name",
        "select_active_intent",
        "--tool-arg",
        "intent_id=INT-001",
      );
      expect(taken).toMatchObject({
        code: 0,
        result: { content: [{ text: expect.stringContaining("<intent_context>") }] },
      });
      const early = ["--tool-name", "write_file", "--tool-args-json", '{"path":"src/a.ts","content":"a"}'];
      const { code, result } = await inspect(bed, "tools/call", ...early);
      // The inspector ends with 5 when a tool answers with an error.
      expect(code).toBe(5);
      expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("NO_ACTIVE_INTENT") }] });
      expect((await inspect(bed, "prompts/get", "--prompt-name", "intents")).code).toBe(0);
    });

    it("gets an answer to each of many calls at once", async () => {
      const bed = await governed();
      const load = [
        "--tool-name",
        "list_active_intents",
        "--load",
        "--load-requests",
        "100",
        "--load-concurrency",
        "20",
      ];
      expect((await inspect(bed, "tools/call", ...load)).result).toMatchObject({ ok: 100, errors: 0, toolErrors: 0 });
    });
  },
);

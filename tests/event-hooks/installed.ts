import { chmodSync, existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, daemonsIn, ok } from "../scenarios/cli-bed.ts";
import { governed, startAgent } from "../scenarios/harness.ts";
import { editsOf, guardFile, guardYaml } from "./guard-edits.ts";
import { until } from "./hooks-bed.ts";

const guard = `#!/bin/sh
grep -q forbidden && echo '{"error":"blocked_by_policy","messages_to_user":["That word is not written here."]}'
exit 0
`;

/** A repository with a guard, an observer and what the agent is told at the end of a turn; all of them trusted. */
async function hooked(): Promise<Bed> {
  const bed = await governed({
    [guardFile]: guardYaml,
    "hooks/guard.sh": guard,
    ".system/hooks/stop.yaml":
      "id: stop\nevent_type: [SessionStop, UserPromptSubmit]\nhandler: { kind: module, command: hooks/stop.mjs }\n",
    "hooks/stop.mjs": `export default ({ event_type, changed_files = [], user_message = "" }) => ({
  messages_to_user: event_type === "SessionStop" ? [\`changed: \${changed_files.join(" ")}\`] : [],
  suggested_abilities: user_message === "" ? [] : [{ id: "signup_e2e", reason: user_message, confidence: 0.8 }],
});\n`,
  });
  chmodSync(join(bed.root, "hooks/guard.sh"), 0o755);
  await ok(bed.writ(["trust", "--yes"]));
  return bed;
}

/** The hooks of a repository, as an agent meets them through what is installed. */
export function describeInstalled(how: string, hasDaemon: boolean): void {
  describe(`declared hooks, ${how}`, () => {
    it("refuse what they guard, watch the rest, and say at the end what changed", async () => {
      const bed = await hooked();
      const agent = startAgent(bed).session("s-1");
      await agent.select("INT-001");
      if (hasDaemon) await until(() => existsSync(join(bed.env.XDG_RUNTIME_DIR ?? "", "writ")));
      const prompt = await agent.prompt("test the signup");
      expect(prompt.context).toContain("signup_e2e");
      expect((await agent.write("src/auth/a.ts", "fine\n")).says).toBe("pass");
      const refused = await agent.bash("echo forbidden");
      expect(refused.says).toBe("BLOCKED_BY_POLICY");
      expect(refused.error?.message).toBe("That word is not written here.");
      const stop = await agent.stop();
      expect(stop.code).toBe(0);
      expect(stop.out).toContain("changed: src/auth/a.ts");
      // Writ's own tracker runs wherever there is a folder .system/.
      expect(await bed.read(".system/logs/tool_call.md")).toContain("src/auth/a.ts");
      const log = await bed.read(".system/logs/hooks.log");
      const lines = log
        .trimEnd()
        .split("\n")
        .map((line): { hook_id: string; status?: string } => JSON.parse(line));
      expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(["ok", "blocked", undefined]));
      if (hasDaemon) expect(await daemonsIn(bed.env.XDG_RUNTIME_DIR ?? "")).toHaveLength(1);
    });

    it("protect their own handlers, and refuse once one changed", async () => {
      const bed = await hooked();
      const agent = startAgent(bed).session("s-1");
      await agent.select("INT-001");
      expect((await agent.write("hooks/guard.sh", "#!/bin/sh\n")).says).toBe("PROTECTED_PATH");
      await bed.put("hooks/guard.sh", "#!/bin/sh\nexit 0\n");
      expect((await agent.write("src/auth/a.ts", "fine\n")).says).toBe("HOOK_UNTRUSTED");
    });

    it("guard on, however one is edited", async () => {
      const bed = await hooked();
      const agent = startAgent(bed).session("s-1");
      await agent.select("INT-001");
      const said: Record<string, string> = {};
      for (const [what, edit] of editsOf) {
        edit(bed.root);
        said[what] = (await agent.write("src/auth/a.ts", "fine\n")).says;
        await bed.put(guardFile, guardYaml);
      }
      expect(said).toEqual(Object.fromEntries(editsOf.map(([what]) => [what, "HOOK_UNTRUSTED"])));
      expect((await agent.write("src/auth/a.ts", "fine\n")).says).toBe("pass");
      await rm(join(bed.root, ".system"), { recursive: true });
      expect((await agent.write("src/auth/a.ts", "more\n")).says).toBe("HOOK_UNTRUSTED");
      await ok(bed.writ(["trust", "--yes"]));
      expect((await agent.write("src/auth/a.ts", "more\n")).says).toBe("pass");
    });

    it("are not asked below themselves, except for guards", async () => {
      const bed = await hooked();
      const agent = startAgent(bed).session("s-1");
      await agent.select("INT-001");
      await agent.write("src/auth/a.ts", "fine\n");
      const deep = { env: { WRIT_HOOK_DEPTH: "1" } };
      const input = { file_path: join(bed.root, "src/auth/a.ts"), content: "forbidden" };
      expect((await agent.before("Bash", { command: "echo forbidden" }, deep)).says).toBe("BLOCKED_BY_POLICY");
      const tracked = await bed.read(".system/logs/tool_call.md");
      await agent.after("Write", input, deep);
      expect(await bed.read(".system/logs/tool_call.md")).toBe(tracked);
      expect((await agent.before("Read", input, { env: { WRIT_HOOK_DEPTH: "3" } })).says).toBe("BLOCKED_BY_POLICY");
    });
  });
}

import { join, relative } from "node:path";
import type { Spell } from "../../model/script.ts";
import type { BedAgent } from "../agent.ts";
import { pins } from "../pins.ts";

/** Codex: OpenAI Responses. The name of the model decides its tools: an unknown one has no `apply_patch`. */
export const codex: BedAgent = {
  id: "codex",
  title: "Codex",
  pin: pins.codex,
  required: true,
  home: ({ url, place }) => ({
    ".codex/config.toml": `model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false
[analytics]
enabled = false
[feedback]
enabled = false
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
[projects."${place.root}"]
trust_level = "trusted"
`,
  }),
  env: () => ({ SCRIPTED_KEY: "test-key" }),
  command: ({ node, file, place, prompt }) => [
    node,
    file,
    "exec",
    "--json",
    // A person trusts each hook by its hash, once.
    "--dangerously-bypass-hook-trust",
    "-C",
    place.start,
    prompt,
  ],
  resume: (start) => [...codex.command(start).slice(0, -1), "resume", "--last", start.prompt],
  isGovernedBelow: true,
  spell: (root, start) => spellFrom(relative(start, root)),
  model: "gpt-5.5",
  lacks: {
    reading: "Codex reads through its shell",
    messages: "without its screen it shows nobody what hooks say at the end of a turn",
  },
};

const lines = (text: string, mark: string) =>
  text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${mark}${line}`);
const patch = (...body: string[]) => ["*** Begin Patch", ...body, "*** End Patch", ""].join("\n");

/** Paths of a patch count from where Codex was started. */
const spellFrom =
  (up: string): Spell =>
  (act) => {
    switch (act.do) {
      case "write":
        return { tool: "apply_patch", input: patch(`*** Add File: ${join(up, act.path)}`, ...lines(act.content, "+")) };
      case "edit":
        return {
          tool: "apply_patch",
          input: patch(`*** Update File: ${join(up, act.path)}`, "@@", ...lines(act.old, "-"), ...lines(act.now, "+")),
        };
      case "read":
        return { tool: "exec_command", input: { cmd: `cat ${join(up, act.path)}` } };
      case "shell":
        return { tool: "exec_command", input: { cmd: act.command } };
      case "mcp":
        return { tool: act.tool, input: act.input, namespace: "mcp__writ" };
    }
  };

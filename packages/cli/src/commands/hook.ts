import { adapters } from "@writ/adapters";
import { fail } from "@writ/contracts";
import { defineCommand, optional, required } from "../command.ts";

const known = Object.keys(adapters);

/** Only its help is read from here: what an agent sends is answered by a bundle of its own, which starts faster. */
export default defineCommand({
  name: "hook",
  summary: "Answer an agent's hook: agents run this, people do not",
  about:
    "The agent's event comes as JSON on standard input, and the answer goes to standard output in the form that agent understands. What cannot be read is refused.",
  who: "anyone",
  args: { agent: required("the agent", known), event: optional("the event the hook is installed for") },
  options: {},
  examples: [
    ["hook claude-code PreToolUse < event.json", "what would it be told?"],
    ["hook codex Stop < event.json", "the end of a turn"],
  ],
  more: `Agents are told to run it by: writ init --agent NAME
What that puts into their settings: writ init --agent NAME --dry-run --json`,

  async run() {
    throw fail("USAGE", { message: "A hook is answered only as writ hook <agent>.", fix: "See: writ hook --help" });
  },
});

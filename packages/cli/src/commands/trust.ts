import { join } from "node:path";
import { type ConfigKey, fail } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { isInteractive, recordAnswer, vouch } from "../answers.ts";
import { defineCommand, flag } from "../command.ts";
import { readIfThere } from "../files.ts";
import { Cancelled } from "../io.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "trust",
  summary: "Look at what this repository's config loosens, and trust it",
  about:
    "A config may only tighten until a person has trusted it. The trust is for this exact file; a change asks again.",
  who: "person",
  args: {},
  options: { yes: flag("do not ask") },
  examples: [
    ["trust", "look, then say yes"],
    ["trust --yes", "in a script that sets up a machine"],
  ],

  async run({ yes, json }, context) {
    const { print, ask, paint } = context;
    const writ = await context.openWrit();
    const file = join(writ.root, ".orchestration", "config.yaml");
    const bytes = await readIfThere(file);
    const { untrusted, findings } = await writ.readConfig();
    const broken = findings.find(({ severity }) => severity === "error");
    if (broken !== undefined) {
      throw fail("SIDECAR_INVALID", {
        file: ".orchestration/config.yaml",
        reason: `line ${broken.line}: ${broken.message}`,
      });
    }
    if (bytes === null || untrusted.length === 0) {
      print(json ? JSON.stringify({ trusted: [] }) : "Nothing here needs to be trusted.");
      return 0;
    }
    if (!json) {
      print(`${paint.bold(".orchestration/config.yaml")} loosens what Writ checks:`);
      for (const key of untrusted) print(`  ${key}: ${meaning[key]}`);
      print();
      for (const line of bytes.toString("utf8").split("\n")) {
        if (line.trim() !== "" && !line.trimStart().startsWith("#")) print(`  | ${visible(line)}`);
      }
    }
    if (!yes) {
      if (!isInteractive(context)) {
        throw fail("USAGE", {
          message: "Trusting wants a terminal, so that a person sees what is trusted.",
          fix: "Run it in your own terminal, or add --yes.",
        });
      }
      if (!(await ask.confirm("Trust this file as it is?"))) throw new Cancelled();
    }
    // Read again: what was shown is what is trusted.
    const now = await readIfThere(file);
    if (now === null || !now.equals(bytes))
      throw fail("USAGE", { message: "The file changed while you looked at it.", fix: "Run writ trust again." });
    await writ.state.trust("config", sha256(bytes));
    await recordAnswer(writ, context, "trusted", await vouch(writ, context), { paths: [".orchestration/config.yaml"] });
    print(json ? JSON.stringify({ trusted: untrusted }) : "Trusted. A change of the file asks again.");
    return 0;
  },
});

/** What loosening each key means. */
const meaning: Record<ConfigKey, string> = {
  mode: "refusals are only recorded, not enforced",
  gate: "fewer tools need an intent",
  approval: "fewer changes are shown to a person first",
  lock: "files may have changed since they were read",
  reset: "an intent stays selected for longer",
  ranges: "records say less about which lines changed",
  ledger: "records are kept elsewhere",
  history: "the history is written at other times",
  expansion: "a granted scope stays for longer",
  brain: "lessons go to another file",
  sensitive_paths: "some sensitive files are changed without a question",
  scratch: "more folders are writable without an intent",
  runners: "these commands run under an intent without a question",
  tools: "these tools are judged differently",
  approval_exempt: "questions of these intents are answered with yes",
  assurance: "weaker answers count as approval",
  ticket_minutes: "approvals stay valid for longer",
  quick: "quick intents may do more",
};

import { basename } from "node:path";
import { isInteractive } from "../answers.ts";
import { defineCommand, flag } from "../command.ts";
import { narrator } from "../demo/narrator.ts";
import { play } from "../demo/play.ts";
import { openStage } from "../demo/stage.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "demo",
  summary: "See what Writ does, in a scratch repository, in two minutes",
  about: "Two agents work in a new repository in the temporary folder. It stays there for you to look at.",
  // It touches nothing but the repository it makes, so an agent may show it too.
  who: "anyone",
  args: {},
  options: { fast: flag("no pauses") },
  examples: [
    ["demo", "watch it"],
    ["demo --fast", "read it"],
  ],

  async run({ fast, json }, context) {
    const { print, paint } = context;
    const loud = json ? { ...context, print: () => {} } : context;
    const tell = narrator(loud, !fast && !json && isInteractive(context));
    loud.print(paint.bold("Writ: no AI change without an intent."));
    loud.print("Two agents, an architect and a builder, work in a small web shop. Between them and the code");
    loud.print("stands Writ: code, not a prompt. A person wrote down one piece of work, INT-001, which owns");
    loud.print("src/auth/** and package.json.");
    const stage = await openStage(context);
    await play(stage, tell, loud);
    if (json) {
      print(JSON.stringify({ root: stage.root }));
      return 0;
    }
    print();
    print(`${paint.bold("Look around:")} cd ${visible(quoted(stage.root))}`);
    // In a checkout the command has no short name yet.
    const { script } = context.self;
    if (basename(script) !== "writ") print(`   writ() { node ${visible(quoted(script))} "$@"; }`);
    for (const [line, what] of tries) print(`   ${line.padEnd(62)} ${paint.dim(what)}`);
    print();
    print(`In your own repository: ${paint.bold("writ init")}`);
    return 0;
  },
});

/** A path as a shell reads it. */
const quoted = (path: string) => (/^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

const tries = [
  ["writ status", "how things stand"],
  ["writ why src/auth/login.ts", "the story of one file"],
  ["writ blame src/auth/login.ts", "who made each line"],
  ["writ explain src/billing/invoice.ts --intent INT-001", "may it?"],
  ['writ explain "rm -rf src" --intent INT-001', "what would that do?"],
  ["writ verify", "is the history intact?"],
] as const;

import { ProblemError } from "@writ/contracts";
import type { Published } from "@writ/runtime";
import { defineCommand, flag, many } from "../command.ts";
import type { Context } from "../io.ts";
import { fromRoot } from "../paths.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

export default defineCommand({
  name: "publish",
  summary: "Copy the records of the files being committed into the tracked ledger",
  about:
    "The commit hook runs this. It stages what it writes, so that a commit carries the reasons of its own changes. What an earlier commit had and did not publish, as where no hook ran, goes along.",
  // An agent that commits runs the commit hook, and the hook runs this: it copies records and grants nothing.
  who: "anyone",
  args: {},
  options: {
    file: many("PATH", "these files instead of the staged ones"),
    all: flag("every record that is not in this tree"),
    hook: flag("for the commit hook: say little, and never stop a commit"),
  },
  examples: [
    ["publish", "records of the staged files, and of committed ones that are not out yet"],
    ["publish --all", "everything there is"],
    ["publish --file src/a.ts", "one file"],
  ],

  async run({ file, all, hook, json }, context) {
    try {
      const root = await context.findRoot();
      if (hook && root === null) return 0;
      const writ = await context.openWrit();
      const published = await writ.publish({
        ...(file.length > 0 && { files: file.map((path) => fromRoot(writ.root, context.cwd, path)) }),
        all,
      });
      if (json) context.print(JSON.stringify(published));
      else if (published.files.length > 0) tell(published, context);
      else if (!hook) context.print(all ? "Nothing to publish." : nothing);
      return 0;
    } catch (error) {
      if (!hook) throw error;
      const reason =
        error instanceof ProblemError ? error.problem.message : error instanceof Error ? error.message : String(error);
      context.error(`writ: this commit carries no records (${visible(reason)}). See: writ doctor`);
      return 0;
    }
  },
});

const nothing =
  "Nothing to publish: no record that is not in this tree is about a staged or committed file. All there are: writ publish --all";

function tell({ files, traces, decisions }: Published, { print }: Context): void {
  const where = files.map(visible).join(", ");
  // The one tracked ledger is there already, and only goes along.
  if (traces + decisions === 0) print(`writ: this commit takes ${where} along`);
  else print(`writ: published ${plural(traces, "change")} and ${plural(decisions, "decision")} to ${where}`);
}

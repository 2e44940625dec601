import { type AgentTrace, fail, type LedgerProblem, type LedgerQuery } from "@writ/contracts";
import { exportTraces } from "@writ/runtime";
import { defineCommand, flag, text } from "../command.ts";
import { openOutput } from "../exchange/output.ts";
import { sayUnread } from "../history/unread.ts";
import { fromRoot } from "../paths.ts";
import { parseSince } from "../text/duration.ts";
import { progress } from "../text/progress.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";
import { noteUnknownIntent } from "../unknown-intent.ts";

const formats = ["agent-trace"];

export default defineCommand({
  name: "export",
  summary: "Give out what was recorded, in a format other tools read",
  about:
    "Prints one Agent Trace 0.1.0 record a line, live and published, each once. What that format has no words for (intents, fingerprints, classes) stands under metadata as dev.writ, so that writ import gets it back.",
  who: "person",
  args: {},
  options: {
    format: text("FORMAT", "agent-trace, the only one so far"),
    since: text("WHEN", "only from then on: 2h, 3d, 2026-01-31"),
    intent: text("ID", "only this intent"),
    file: text("PATH", "only changes that touched this file"),
    output: text("FILE", "write there instead of printing"),
    pretty: flag("spread each record over lines, for reading"),
  },
  examples: [
    ["export --format agent-trace > traces.jsonl", "everything"],
    ["export --since 2026-01-31 --intent INT-001 --output traces.jsonl", "one intent, from a day on"],
    ["export --file src/auth/login.ts --pretty", "one file, to read"],
  ],

  async run({ format, since, intent, file, output, pretty, json }, context) {
    const { openWrit, print, error, now, cwd } = context;
    if (format !== undefined && !formats.includes(format))
      throw fail("USAGE", { message: `--format ${format} is not known.`, fix: `Say ${formats.join(" or ")}.` });
    const from = since === undefined ? undefined : parseSince(since, now());
    if (from === null)
      throw fail("USAGE", { message: `--since ${since} is no time.`, fix: "Say 2h, 3d, or 2026-01-31." });
    const writ = await openWrit();
    const { root } = writ;
    const query: LedgerQuery = {
      ...(intent !== undefined && { intent }),
      ...(file !== undefined && { file: fromRoot(root, cwd, file) }),
      ...(from !== undefined && { since: from }),
    };
    const unread: LedgerProblem[] = [];
    const leftOut: string[] = [];
    const bar = progress(context, "Exporting");
    const records = exportTraces(root, {
      query,
      onProblem: (problem) => void unread.push(problem),
      onLeftOut: (id, reason) => void leftOut.push(`${visible(id)} was left out: ${visible(reason)}.`),
      onProgress: bar.update,
    });
    const toText = (record: AgentTrace): string => JSON.stringify(record, null, pretty ? 2 : undefined);
    const out = await openOutput({ output, root }, context);
    let exported = 0;
    try {
      for await (const record of records) {
        await out.write(toText(record));
        exported += 1;
      }
      await out.end();
    } catch (cause) {
      await out.abandon();
      throw cause;
    } finally {
      bar.done();
    }
    if (json && output !== undefined)
      print(JSON.stringify({ exported, output, left_out: leftOut.length, unread: unread.length }));
    else if (output !== undefined) print(`Exported ${plural(exported, "record")} to ${visible(output)}.`);
    if (intent !== undefined && exported === 0) await noteUnknownIntent(writ, intent, context);
    for (const line of leftOut) error(line);
    for (const line of sayUnread(unread, root)) error(line);
    return 0;
  },
});

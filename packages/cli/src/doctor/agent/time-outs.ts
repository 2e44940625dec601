import { plural } from "../../text/table.ts";
import { error, type Finding, ok } from "../finding.ts";
import { listed } from "./listed.ts";
import type { FoundFile } from "./wired-files.ts";

/** Whether the agent waits long enough for its hooks. It lets a call pass when its hook is late. */
export function timeOutFindings(agent: string, [file]: readonly FoundFile[]): Finding[] {
  if (file === undefined || file.installed.hooks.length === 0) return [];
  const wanted = new Map(file.wanted.hooks.map(({ event, timeout }) => [event, timeout]));
  const short = file.installed.hooks.flatMap(({ event, timeout }) => {
    const needed = wanted.get(event)?.value;
    // Writ answers in half of the time it is wired with.
    return timeout === null || needed === undefined || timeout.value > needed / 2 ? [] : [{ event, timeout, needed }];
  });
  if (short.length === 0)
    return [...wanted.values()].some((one) => one !== null) ? [ok("time-outs", "time-outs long enough")] : [];
  const alike = new Map<string, Set<string>>();
  for (const { event, timeout, needed } of short) {
    const unit = needed >= 1000 ? "millisecond" : "second";
    const said = `${plural(timeout.value, unit)} where Writ needs ${needed}`;
    alike.set(said, (alike.get(said) ?? new Set()).add(event ?? "a hook"));
  }
  const gives = listed([...alike].map(([said, events]) => `${listed([...events])} ${said}`));
  return [
    error(
      "time-outs",
      `${file.path} gives ${gives}: a hook that is late lets the call pass.`,
      `Run: writ init --agent ${agent}`,
    ),
  ];
}

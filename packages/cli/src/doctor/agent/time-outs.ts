import { error, type Finding, ok } from "../finding.ts";
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
  const [first] = short;
  if (first === undefined)
    return [...wanted.values()].some((one) => one !== null) ? [ok("time-outs", "time-outs long enough")] : [];
  const { event, timeout, needed } = first;
  const unit = needed >= 1000 ? "milliseconds" : "seconds";
  return [
    error(
      "time-outs",
      `${file.path} gives ${event} ${timeout.value} ${unit} where Writ needs ${needed}: a hook that is late lets the call pass.`,
      `Run: writ init --agent ${agent}`,
    ),
  ];
}

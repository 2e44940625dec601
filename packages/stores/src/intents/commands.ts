import type { Criterion } from "@writ/contracts";
import { isScalar, type YAMLMap } from "yaml";
import { bare } from "./fields.ts";
import { fieldsOf, type Tree, textOf } from "./tree.ts";

const unit: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3600 };
/** A day: whoever waits longer than that has forgotten it. */
const longest = 86_400;

/** `90`, `90s`, `5m`, `1h` in seconds; `null` for anything else. */
function toSeconds(text: string): number | null {
  const [, amount, letter = ""] = /^(\d{1,6})\s*([smh]?)$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (unit[letter] ?? 1);
  return seconds > 0 && seconds <= longest ? seconds : null;
}

/** The command of a criterion that is an object; `null`, with a finding where one was meant, when it has none. */
export function commandIn(tree: Tree, map: YAMLMap): Omit<Criterion, "text"> | null {
  const fields = fieldsOf(tree, map);
  const report = (node: unknown, message: string) => {
    tree.findings.push({ line: tree.lineOf(node) || tree.lineOf(map), severity: "error", message });
  };
  const value = fields.get(bare("run"))?.pair.value;
  if (value === undefined || value === null) return null;
  const node = tree.follow(value);
  const run = textOf(node)?.trim() ?? "";
  if (!isScalar(node) || run === "" || /[\0]/.test(run)) {
    report(node, "run must be a command, as text; until then this criterion is only words");
    return null;
  }
  const limit = fields.get(bare("timeout"))?.pair.value;
  if (limit === undefined || limit === null) return { run };
  const seconds = toSeconds(textOf(tree.follow(limit)) ?? "");
  if (seconds !== null) return { run, timeoutSeconds: seconds };
  report(limit, "timeout must be a time such as 90, 90s, 5m or 1h, at most a day; until then it is 10 minutes");
  return { run };
}

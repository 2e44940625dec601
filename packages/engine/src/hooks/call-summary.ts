import type { About, Call, CallStatus, Change, Event } from "@writ/contracts";
import { isRecord } from "../tools/input.ts";
import { mcpInput } from "../tools/mcp.ts";
import { fromRoot } from "./from-root.ts";
import { redacted } from "./redact/hide.ts";
import { redactCommand } from "./redact/redact-command.ts";
import { isSecretName } from "./redact/secret-name.ts";
import { mostSummary, oneLine, summary } from "./summary.ts";

/** What a call is asked to do, on one line: what it changes, the command it runs, or its fields. */
export function inputSummary(event: Event, { call }: About, root: string): string {
  const tool = (call ?? event.request)?.tool ?? "unknown";
  // A line break ends a command: who judges by the summary must see it.
  if (call?.command !== undefined)
    return oneLine(
      redactCommand(call.command.text)
        .trim()
        .replace(/[\r\n]+/g, " ⏎ "),
      mostSummary,
    );
  if (call?.kind === "changes" && call.effects.length > 0) return summary(`${tool} ${changesIn(call, root)}`);
  const fields = fieldsIn(mcpInput(tool, (call ?? event.request)?.input));
  return summary([tool, ...fields].join(" "));
}

/** The beginning of what a call answered. Nothing of a file that was only read: its content is no summary. */
export function outputSummary({ outcome }: Event, { call }: About, status: CallStatus): string {
  const hasRead = call?.kind === "safe" && (call.reads?.length ?? 0) > 0;
  return hasRead && status === "success" ? "" : summary(outcome?.output ?? "");
}

/** Files the call changes, from the root, as far as anybody knows them. */
export function changedPaths({ paths, call }: About, root: string): string[] {
  if (paths !== undefined) return [...paths];
  const given = (call?.effects ?? []).flatMap(({ op, path, from }) =>
    op === "exec" ? [] : [from ?? [], path ?? []].flat(),
  );
  return [...new Set(given.map((path) => fromRoot(path, root)))];
}

const mostNamed = 5;

function changesIn({ effects }: Call, root: string): string {
  const named = effects.slice(0, mostNamed).map(({ path, from, change }) => {
    const name = path === null ? "a file that cannot be named" : fromRoot(path, root);
    const moved = from === undefined ? name : `${fromRoot(from, root)} -> ${name}`;
    return change === undefined ? moved : `${moved} (${sizeOf(change)})`;
  });
  const more = effects.length > mostNamed ? ` and ${effects.length - mostNamed} more` : "";
  return named.join(", ") + more;
}

function sizeOf(change: Change): string {
  switch (change.kind) {
    case "content":
      return plural(lineCount(change.content), "line");
    case "edits":
      return plural(change.edits.length, "edit");
    case "patch":
      return `+${count(change.patch, /^\+(?!\+\+ )/gm)} -${count(change.patch, /^-(?!-- )/gm)}`;
  }
}

const plural = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;
const count = (text: string, found: RegExp): number => text.match(found)?.length ?? 0;
const lineCount = (text: string): number => (text === "" ? 0 : count(text.replace(/\n$/, ""), /\n/g) + 1);

const mostFields = 8;
const mostValue = 60;

/** The fields of an input by name, long values cut, nested ones only counted. */
function fieldsIn(input: unknown): string[] {
  if (!isRecord(input)) return [];
  return Object.entries(input)
    .filter(([, value]) => value !== null && value !== undefined)
    .slice(0, mostFields)
    .map(([name, value]) => `${oneLine(name, mostValue)}=${isSecretName(name) ? redacted : shortValue(value)}`);
}

function shortValue(value: unknown): string {
  if (typeof value === "string") return oneLine(summary(value), mostValue);
  if (Array.isArray(value)) return `[${value.length}]`;
  return isRecord(value) ? `{${Object.keys(value).length}}` : String(value);
}

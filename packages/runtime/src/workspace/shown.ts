import { relative } from "node:path";
import type { Call } from "@writ/contracts";
import { detailOf } from "@writ/engine";
import type { Script } from "./script.ts";
import type { Prepared, Workspace } from "./types.ts";

/** Up to this size a script is shown in full; nobody reads more, and what is not shown is said. */
const largestShown = 256 * 1024;

/** All a person is shown of a call, and what of it cannot be shown. */
export interface Shown {
  readonly detail: string;
  readonly unseen: readonly string[];
}

/** The whole change or command: where it runs, what it runs, and what is in that. */
export function shownOf(workspace: Workspace, { call, event, runs }: Prepared): Shown {
  if (call.command === undefined) return { detail: toolDetail(call), unseen: [] };
  const parts = [`in ${relative(workspace.root, event.cwd) || "."}:`, indented(call.command.text)];
  const changes = detailOf({ effects: call.effects });
  if (changes !== "") parts.push("it changes:", indented(changes));
  const unseen: string[] = [...(runs?.unplaced ?? [])];
  if (unseen.length > 0) parts.push("it runs or names what cannot be told beforehand:", indented(unseen.join("\n")));
  for (const script of runs?.scripts ?? []) {
    const why = whyUnseen(script);
    if (why !== null && (script.hash !== null || script.made === true)) unseen.push(`${script.fact.path} (${why})`);
    parts.push(`it runs ${oneLine(script.fact.path)}${why === null ? ":" : `, which is not shown: ${why}`}`);
    if (why === null) parts.push(indented((script.text ?? "").replace(/\n$/, "")));
  }
  for (const { name, runner, text, why } of (runs?.defined ?? []).filter((one) =>
    isNew(one.name, runs?.changed ?? []),
  )) {
    if (why === "made") {
      unseen.push(`${name} (the command itself changes it before it runs)`);
      parts.push(`${oneLine(runner)} is defined by ${oneLine(name)}, which the command itself changes before`);
      continue;
    }
    if (text.length > largestShown) unseen.push(`${name} (${text.length} characters)`);
    parts.push(
      `${oneLine(runner)} is defined by ${oneLine(name)}, which ${why === "earlier" ? "another" : "this"} session changed. Now:`,
    );
    const shown = text.length > largestShown ? `(${text.length} characters, not shown)` : text.replace(/\n$/, "");
    parts.push(indented(shown));
  }
  return { detail: parts.join("\n"), unseen };
}

/** What others wrote stands apart from what Writ says about it, so that it cannot pass for that. */
const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

const oneLine = (text: string): string => text.replaceAll("\n", "\\n");

const isNew = (name: string, changed: readonly { name: string }[]): boolean => changed.some((one) => one.name === name);

function whyUnseen({ fact, hash, text, size, made }: Script): string | null {
  if (made === true) return "the command itself makes or changes it before it runs";
  if (hash === null) return fact.kind === "absent" ? "there is no such file yet" : "it cannot be read";
  if (text === null) return `it is not text, ${size} bytes`;
  return size > largestShown ? `it has ${size} bytes` : null;
}

/** What an unknown tool is given: a person who is asked about it must see it. */
function toolDetail(call: Call): string {
  const detail = detailOf(call);
  if (call.kind !== "opaque") return detail;
  const input = JSON.stringify(call.input, null, 2) ?? "";
  return [`${oneLine(call.tool)} with:`, indented(input), ...(detail === "" ? [] : [detail])].join("\n");
}

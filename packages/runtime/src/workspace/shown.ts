import { relative } from "node:path";
import type { Call } from "@writ/contracts";
import { detailOf } from "@writ/engine";
import { takenShown } from "./shown-taken.ts";
import { indented, oneLine, type Shown, scriptShown, textShown } from "./shown-text.ts";
import type { Prepared, Workspace } from "./types.ts";

/** The whole change or command: where it runs, what it runs, and what is in that. */
export function shownOf(workspace: Workspace, { call, event, runs }: Prepared): Shown {
  if (call.command === undefined) return { detail: toolDetail(call), unseen: [] };
  const folder = relative(workspace.root, event.cwd);
  const parts = [folder === "" ? "at the root:" : `in ${folder}:`, indented(call.command.text)];
  const changes = detailOf({ effects: call.effects });
  if (changes !== "") parts.push("it changes:", indented(changes));
  const unseen: string[] = [...(runs?.unplaced ?? [])];
  if (unseen.length > 0) parts.push("it runs or names what cannot be told beforehand:", indented(unseen.join("\n")));
  for (const script of runs?.scripts ?? []) {
    const shown = scriptShown(script);
    unseen.push(...shown.unseen);
    parts.push(shown.detail);
  }
  for (const { name, runner, text, why } of (runs?.defined ?? []).filter((one) =>
    isNew(one.name, runs?.changed ?? []),
  )) {
    if (why === "made") {
      unseen.push(`${name} (the command itself changes it before it runs)`);
      parts.push(`${oneLine(runner)} is defined by ${oneLine(name)}, which the command itself changes before`);
      continue;
    }
    const who = why === "earlier" ? "another" : "this";
    const shown = textShown(name, `${runner} is defined by ${name}, which ${who} session changed. Now:`, text);
    unseen.push(...shown.unseen);
    parts.push(shown.detail);
  }
  const taken = runs === undefined ? [] : takenShown(runs);
  return {
    detail: [...parts, ...taken.map(({ detail }) => detail)].join("\n"),
    unseen: [...unseen, ...taken.flatMap((one) => one.unseen)],
  };
}

const isNew = (name: string, changed: readonly { name: string }[]): boolean => changed.some((one) => one.name === name);

/** What an unknown tool is given: a person who is asked about it must see it. */
function toolDetail(call: Call): string {
  const detail = detailOf(call);
  if (call.kind !== "opaque") return detail;
  const input = JSON.stringify(call.input, null, 2) ?? "";
  return [`${oneLine(call.tool)} with:`, indented(input), ...(detail === "" ? [] : [detail])].join("\n");
}

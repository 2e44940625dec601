import type { DecisionRecord } from "@writ/contracts";
import { wordFor } from "../agreed.ts";
import type { CheckedFile } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { shellWord } from "../shell-word.ts";

/** Files that a call changed which had been refused, and ran all the same: its agent did not do as its hooks say. */
export const disobeyed: Rule = (facts, { assurance }) => {
  const { decisions, files } = facts;
  const told = decisions.filter(({ decision, code }) => decision === "unmatched" && code !== undefined);
  if (told.length === 0) return [];
  const open = files.filter((file) => wordFor(file, facts, assurance.sensitive).state !== "agreed");
  return told.flatMap((record) =>
    (record.paths ?? []).flatMap((name) =>
      open.filter((file) => isCalled(file, name, record)).map(({ path }) => ran(record, name, path)),
    ),
  );
};

/** Whether a file is the one that had this name; one that only moved has what it had before, unless the call took it away. */
function isCalled(file: CheckedFile, name: string, { contents = {} }: DecisionRecord): boolean {
  const { path, from, formerly = [], unclaimedAs = [], blob, blobBefore } = file;
  if (path === name || formerly.includes(name) || unclaimedAs.includes(name)) return true;
  return from === name && (blob !== blobBefore || contents[name] === undefined);
}

function ran({ timestamp, tool, code, intent }: DecisionRecord, name: string, path: string): Found {
  const moved = path === name ? "" : ` It is ${path} now.`;
  return {
    rule: "stray",
    path,
    message: `${tool ?? "A call"} was refused (${code}), ran all the same, and changed ${name} at ${timestamp}: the agent did not do as its hooks say.${moved}`,
    hint: `Take it out of the change, or say that it belongs there: writ approve --file ${shellWord(path)}`,
    ...(intent === null ? {} : { intent }),
  };
}

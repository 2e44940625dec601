import type { DecisionRecord } from "@writ/contracts";
import { wordFor } from "../agreed.ts";
import type { CheckedFile } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { isAbsent, isCalled } from "../is-called.ts";
import { shellWord } from "../shell-word.ts";

/** Files that a call changed which had been refused, and ran all the same: its agent did not do as its hooks say. */
export const disobeyed: Rule = (facts, { assurance }) => {
  const { decisions, files } = facts;
  const told = decisions.filter(({ decision, code }) => decision === "unmatched" && code !== undefined);
  if (told.length === 0) return [];
  const open = files.filter((file) => wordFor(file, facts, assurance.sensitive).state !== "agreed");
  return told.flatMap((record) =>
    (record.paths ?? []).flatMap((name) =>
      open
        .filter((file) => isMeant(file, name, record) && !isAbsent(facts, record, file))
        .map(({ path }) => ran(record, name, path)),
    ),
  );
};

/** A file that only moved has what it had before, unless the call took it away. */
const isMeant = (file: CheckedFile, name: string, { contents = {} }: DecisionRecord): boolean =>
  isCalled(file, name) || (file.from === name && contents[name] === undefined);

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

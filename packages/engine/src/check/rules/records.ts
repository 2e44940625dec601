import type { CheckRule } from "@writ/contracts";
import type { LedgerFault } from "../facts.ts";
import type { Rule } from "../finding.ts";
import { shellWord } from "../shell-word.ts";

const rules: Record<LedgerFault["kind"], { rule: CheckRule; hint: string }> = {
  broken: { rule: "broken-chain", hint: "See what verify says of it: writ verify. Give the file back as it was." },
  removed: { rule: "record-removed", hint: "Records are only added, also where what they tell of is taken back." },
  reverted: {
    rule: "record-removed",
    hint: "Nothing of what it tells of is left, so nobody misses it; git's history has it.",
  },
  erased: {
    rule: "record-erased",
    hint: "Make sure that this person erased it: the record of it is only as sure as it says. See: writ log",
  },
};

/** What is on record stays there, and each record vouches for the one before. */
export const records: Rule = ({ ledger, parted }) =>
  ledger.map(({ kind, path, line, reason, commit }) => ({
    rule: rules[kind].rule,
    ...(kind === "reverted" && { most: "note" as const }),
    path,
    // A record that is gone has no line at the head.
    lines: kind === "broken" && line > 0 ? [[line, line]] : [],
    message: kind === "broken" || line === 0 ? reason : `Record in line ${line} of the base: ${reason}`,
    hint: hintFor(kind, `git checkout ${commit ?? parted} -- ${shellWord(path)}`, commit),
  }));

function hintFor(kind: LedgerFault["kind"], command: string, commit: string | undefined): string {
  if (kind === "removed") return `${rules.removed.hint} Bring them back: ${command}`;
  if (kind === "broken" && commit !== undefined)
    return `What was anchored stays, also where what it tells of is taken back. Bring it back, and commit it: ${command}`;
  return rules[kind].hint;
}

/** What cannot be used of the sidecar at the head. */
export const sidecar: Rule = ({ now }) =>
  now.faults.map(({ path, line, reason }) => ({
    rule: "sidecar-invalid",
    path,
    lines: line > 0 ? [[line, line]] : [],
    message: `${path} cannot be used: ${reason}`,
    hint: "Mend the file; until then nothing is known of the intents, and changes are refused.",
  }));

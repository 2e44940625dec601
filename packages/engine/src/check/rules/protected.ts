import type { DecisionRecord } from "@writ/contracts";
import { isSureEnough } from "@writ/contracts";
import { isProtected } from "../../paths/protected.ts";
import type { CheckedFile, CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { gateOf } from "../gate.ts";
import { shellWord } from "../shell-word.ts";

const records = /^\.orchestration\/(ledger\/.+|agent_trace\.jsonl)$/;
const intentsFile = /^\.orchestration\/active_intents\.ya?ml$/;
const configFile = ".orchestration/config.yaml";

/** What the guard is made of, or relies on, changes only with a person's word for it on record. */
export const protection: Rule = (facts) => {
  // With the change that brings Writ all of it is new.
  if (!facts.before.exists) return [];
  const touched = facts.files.filter((file) => pathsOf(file).some((path) => isGuarded(path, file, facts)));
  return touched.flatMap((file) => judge(file, facts));
};

const pathsOf = ({ path, from }: CheckedFile): string[] => (from === undefined ? [path] : [path, from]);

function isGuarded(path: string, file: CheckedFile, { loosened }: CheckFacts): boolean {
  // The records and the intents have rules of their own.
  if (!isProtected(path) || records.test(path)) return false;
  const stays = file.op === "create" || file.op === "modify";
  if (intentsFile.test(path) && stays) return false;
  return !(path === configFile && stays && loosened.length === 0);
}

function judge(file: CheckedFile, facts: CheckFacts): Found[] {
  const { path } = file;
  const wanted = gateOf(facts.before.config, facts.now.config).assurance.sensitive;
  const words = facts.decisions.filter(
    (one) => isWordFor(one, path) && isSureEnough(one.assurance ?? "script", wanted),
  );
  const last = words.at(-1);
  const what = file.op === "delete" ? "deleted" : file.op === "create" ? "added" : "changed";
  const keys = path === configFile ? ` and loosens ${facts.loosened.join(", ")}` : "";
  if (last === undefined)
    return [
      {
        rule: "protected-path",
        path,
        message: `${path} was ${what}${keys}; it is part of the guard, and no person's word for it is on record.`,
        hint: `Look at it. Whoever changed it says so at a terminal, before the commit: writ approve --file ${shellWord(path)}`,
      },
    ];
  const agreed = last.contents?.[path];
  if (agreed === undefined || agreed === (file.hash ?? "deleted")) return [];
  return [
    {
      rule: "changed-after-approval",
      path,
      message: `${path} is part of the guard, and was changed again after ${last.by ?? "a person"} agreed to it.`,
      hint: `Look at it, and agree to what is there now: writ approve --file ${shellWord(path)}`,
    },
  ];
}

function isWordFor({ decision, by, paths = [] }: DecisionRecord, path: string): boolean {
  if (by === undefined || !paths.includes(path)) return false;
  return decision === "approved" || decision === "trusted" || decision === "acknowledged";
}

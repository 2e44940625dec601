import { tierOf } from "../../paths/tier.ts";
import { type Word, wordFor } from "../agreed.ts";
import { easedKeys } from "../eased.ts";
import type { CheckedFile, CheckFacts, SidecarAt } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { shellWord } from "../shell-word.ts";

const published = /^\.orchestration\/ledger\/.+$/;
const liveLedger = ".orchestration/agent_trace.jsonl";
const configFile = ".orchestration/config.yaml";

/** What the guard is made of, or relies on, changes only with a person's word for it on record. */
export const protection: Rule = (facts, gate) => {
  // With the change that brings Writ all of it is new.
  if (!facts.before.exists) return [];
  const eased = easedKeys(facts.before.config, facts.now.config);
  const loosened = [...eased, ...(gate.loosened.length > 0 ? ["check"] : [])];
  // Where the base does not share it, nobody but who put it there by force brings a live ledger along.
  const isShared = facts.before.config.ledger === "single";
  const isRecords = (path: string) => published.test(path) || (isShared && path === liveLedger);
  const isPart = (path: string) => !isRecords(path) && isPartOfGuard(path, facts);
  return facts.files
    .filter((file) => pathsOf(file).some((path) => isPart(path) && isGuarded(path, file, facts.now, loosened)))
    .flatMap((file) => judge(file, wordFor(file, facts, gate.assurance.sensitive), loosened));
};

const pathsOf = ({ path, from }: CheckedFile): string[] => (from === undefined ? [path] : [path, from]);

/** Whether a file is one the guard is made of, or relies on: everywhere, or in this workspace. */
export const isPartOfGuard = (path: string, { guarded }: Pick<CheckFacts, "guarded">): boolean =>
  tierOf(path, [], guarded) === "protected";

function isGuarded(path: string, file: CheckedFile, now: SidecarAt, loosened: readonly string[]): boolean {
  const stays = file.isFile && (file.op === "create" || file.op === "modify");
  // The intents have rules of their own, as the records do. A second file of them waits until the first is gone.
  if (path === now.intentsFile && stays) return false;
  return !(path === configFile && stays && loosened.length === 0);
}

function judge(file: CheckedFile, word: Word, loosened: readonly string[]): Found[] {
  if (word.state === "agreed") return [];
  const { path } = file;
  const words = pathsOf(file).map(shellWord).join(" --file ");
  if (word.state === "other")
    return [
      {
        rule: "changed-after-approval",
        path,
        message: `${path} is part of the guard, and was changed again after ${word.by} agreed to it.`,
        hint: `Look at it, and agree to what is there now: writ approve --file ${words}`,
      },
    ];
  const keys = path === configFile && loosened.length > 0 ? ` and loosens ${loosened.join(", ")}` : "";
  return [
    {
      rule: "protected-path",
      path,
      message: `${nameOf(file)} was ${verbs[file.op]}${keys}; it is part of the guard, and no person's word for it is on record.`,
      hint: `Look at it. Whoever changed it says so at a terminal, and commits once more: writ approve --file ${words}`,
    },
  ];
}

const nameOf = ({ path, from }: CheckedFile): string => from ?? path;

const verbs: Record<CheckedFile["op"], string> = {
  create: "added",
  modify: "changed",
  delete: "deleted",
  rename: "moved away",
};

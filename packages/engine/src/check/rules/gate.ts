import { foldName } from "../../paths/fold.ts";
import { wordFor, yesTo } from "../agreed.ts";
import type { CheckedFile, CheckFacts } from "../facts.ts";
import type { Rule } from "../finding.ts";
import { ownOf } from "../own.ts";
import { shellWord } from "../shell-word.ts";

const config = ".orchestration/config.yaml";

/** A change that would loosen the gate it goes through. */
export const loosening: Rule = (facts, { loosened, assurance }) => {
  const file = facts.files.find(({ path }) => path === config);
  if (!facts.before.exists || file === undefined || loosened.length === 0) return [];
  const word = wordFor(file, facts, assurance.sensitive);
  const isAgreed = word.state === "agreed";
  return [
    {
      rule: "gate-loosened",
      path: config,
      message: `This change loosens what writ check looks for (${loosened.join("; ")}); for itself that does not count.${isAgreed ? ` ${word.by} agreed to it.` : ""}`,
      hint: isAgreed
        ? "Look whether later changes should go through a wider gate."
        : `Look whether later changes should go through a wider gate; whoever wants it says so with: writ approve --file ${config}`,
      ...(isAgreed && { most: "note" as const }),
    },
  ];
};

/** Folders whose files tell a build server what to run, or links in their place. */
const folders =
  /(?:^|\/)(?:\.github\/(?:workflows|actions)|\.gitlab|\.circleci|\.buildkite|\.forgejo|\.gitea|\.woodpecker)(?:\/|$)|^(?:\.\.\/)*action(?:\/|$)/;
/** Files that do, and those that tell where the programs it runs come from. */
const names =
  /(?:^|\/)(?:\.gitlab-ci\.ya?ml|action\.ya?ml|azure-pipelines[^/]*\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|\.woodpecker\.ya?ml|\.travis\.ya?ml|\.cirrus\.ya?ml|appveyor\.ya?ml|cloudbuild\.ya?ml|jenkinsfile|\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmfile\.cjs|bunfig\.toml)$/;

/** What a build server runs, and the check with it, changes only with a person's word for it on record. */
export const gateChange: Rule = (facts, { assurance }) => {
  if (!facts.before.exists) return [];
  return facts.files
    .filter(({ path, from }) => runsTheGate(path) || (from !== undefined && runsTheGate(from)))
    .filter((file) => wordFor(file, facts, assurance.sensitive).state !== "agreed" && !isTicketed(file, facts))
    .map(({ path, from }) => ({
      rule: "gate-changed",
      path,
      message: `${from ?? path} says what the build server runs, this check included, and no person's word for the change of it is on record.`,
      hint: `Look at it. Whoever changed it says so at a terminal, and commits once more: writ approve --file ${shellWord(path)}${from === undefined ? "" : ` --file ${shellWord(from)}`}`,
    }));
};

/** Whether a file tells a build server what to run. */
export function runsTheGate(path: string): boolean {
  const folded = path.split("/").map(foldName).join("/");
  return folders.test(folded) || names.test(folded);
}

/** Whether the file is what a person approved when an agent asked. */
export function isTicketed(file: CheckedFile, facts: CheckFacts): boolean {
  const last = facts.traces.findLast(({ metadata }) => Object.hasOwn(metadata.files, file.path));
  const meta = last === undefined ? undefined : ownOf(last.metadata.files, file.path);
  if (last === undefined || meta === undefined || yesTo(last.metadata.ticket, facts) === null) return false;
  return isLeftAs(file, meta) || file.mergedFrom === last.id;
}

/** Whether the head has what a trace left. */
export function isLeftAs(file: CheckedFile, meta: { after: string | null; blob?: string }): boolean {
  if (file.op === "delete") return meta.after === null;
  return meta.after === file.hash || (meta.blob !== undefined && meta.blob === file.blob);
}

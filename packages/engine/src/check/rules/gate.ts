import { foldName } from "../../paths/fold.ts";
import { buildServers } from "../../paths/roles/build-servers.ts";
import { roleTest } from "../../paths/roles/role.ts";
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

const isBuildServers = roleTest(buildServers);
/** Where the programs that a build server runs come from, and the action of this repository. */
const sources =
  /(?:^|\/)(?:\.npmrc|\.yarnrc|\.yarnrc\.yml|\.pnpmfile\.[cm]?js|bunfig\.toml)$|^(?:\.\.\/)*action(?:\/|$)/;

/** What a build server runs, and who must review, changes only with an approval on record. */
export const gateChange: Rule = (facts, { assurance }) => {
  if (!facts.before.exists) return [];
  return facts.files
    .filter(({ path, from }) => runsTheGate(path) || (from !== undefined && runsTheGate(from)))
    .filter((file) => wordFor(file, facts, assurance.sensitive).state !== "agreed" && !isTicketed(file, facts))
    .map(({ path, from }) => ({
      rule: "gate-changed",
      path,
      message: `${from ?? path} decides what the build server runs or who must review, and no approval of its change is on record.`,
      hint: `Review the change. Whoever made it approves it at a terminal, then commits again: writ approve --file ${shellWord(path)}${from === undefined ? "" : ` --file ${shellWord(from)}`}`,
    }));
};

/** Whether a file decides what a build server runs, or who must review a change. */
export function runsTheGate(path: string): boolean {
  const spelled = path.split("/");
  const folded = spelled.map(foldName);
  return isBuildServers(spelled, folded) || sources.test(folded.join("/"));
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

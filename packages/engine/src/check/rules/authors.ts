import { defaultConfig, type TraceRecord } from "@writ/contracts";
import { isImported } from "../../lineage/steps.ts";
import { wordFor } from "../agreed.ts";
import type { AgentCommit, CheckedFile, CheckFacts } from "../facts.ts";
import type { Found, Rule } from "../finding.ts";
import { isToldOf } from "../is-told-of.ts";
import { touched } from "../made-in-range.ts";
import { shellWord } from "../shell-word.ts";

/** Every line has an author, and what an agent signed has a record. */
export const authors: Rule = (facts, { assurance }) => {
  const unknown = facts.files.flatMap(({ path, spans }) =>
    spans
      .filter(({ author }) => author === "unknown")
      .map(({ span, why }) => ({
        rule: "unknown-author" as const,
        path,
        lines: [span],
        message: `Nobody knows who wrote these lines of ${path}${why === undefined ? "" : `: ${why}`}.`,
        hint: "Look at them as if an agent had written them without an intent.",
      })),
  );
  const isSettled = (file: CheckedFile) => wordFor(file, facts, assurance.sensitive).state === "agreed";
  return [...unknown, ...vanished(facts), ...untraced(facts, isSettled)];
};

/** What was written under a name that no commit has may have come in under another one, with any new file. */
function vanished({ files, vanished: gone = [] }: CheckFacts): Found[] {
  const mayHold = ({ path, op, isFile, spans, heldBy = [], blob, blobBefore }: CheckedFile) =>
    isFile &&
    (op === "create" || op === "rename") &&
    blob !== blobBefore &&
    !path.startsWith(".orchestration/") &&
    (spans.length === 0 ? heldBy.length === 0 : spans.some(({ author }) => author === "human"));
  if (!files.some(mayHold)) return [];
  return gone.map(({ path, at, by }) => ({
    rule: "unknown-author",
    message: `${by === "agent" ? "An agent" : "A command"} changed ${path} at ${at}, and no commit has a file of that name: what it wrote may be here under another.`,
    hint: "Look at the new files as if an agent had written them without an intent.",
  }));
}

function untraced(facts: CheckFacts, isSettled: (file: CheckedFile) => boolean): Found[] {
  const known = filesByName(facts.files);
  const filesOf = touched(facts.files);
  const traced = new Map<string, TraceRecord[]>();
  for (const trace of facts.traces.filter((one) => !isImported(one)))
    for (const { path } of filesOf(trace)) traced.set(path, [...(traced.get(path) ?? []), trace]);
  // What the change itself says of it counts for later ones.
  const { brain } = facts.before.exists ? facts.before.config : defaultConfig;
  // The agent's hooks were evidently on: then a file without a record may be a person's that went along.
  const isOwn = ({ id, metadata }: TraceRecord, { nth, agent }: AgentCommit) =>
    metadata.agent === agent && facts.cameWith.get(id) === nth;
  const foundIn = (commit: AgentCommit, path: string, file: CheckedFile): Found[] => {
    if (isWrits(path, brain) || isSettled(file)) return [];
    const traces = traced.get(file.path) ?? [];
    if (isToldOf(commit, path, traces, facts)) return [];
    // Where every line is an agent's on record, and so is every one that is gone, nothing is left that is not.
    const spans = file.spans.filter(({ author }) => author !== "ai");
    const untold = commit.files.get(path)?.untold ?? 0;
    if (traces.length > 0 && spans.length === 0 && untold === 0) return [];
    const isLikely = facts.traces.some((trace) => isOwn(trace, commit));
    const what = traces.length > 0 && spans.length === 0 ? "the lines it took out of" : "what it did to";
    return [found(commit, file, spans, { isLikely, what })];
  };
  return facts.commits.flatMap((commit) =>
    [...commit.files.keys()].flatMap((path) => (known.get(path) ?? []).flatMap((file) => foundIn(commit, path, file))),
  );
}

/** Files by the names they have, and by those they had on the way if more than the name is another now. */
function filesByName(files: readonly CheckedFile[]): Map<string, CheckedFile[]> {
  const known = new Map<string, CheckedFile[]>();
  for (const file of files) {
    const { path, from, formerly = [], blob, blobBefore } = file;
    const earlier = blob === blobBefore ? [] : [...formerly, ...(from === undefined ? [] : [from])];
    for (const name of new Set([path, ...earlier])) known.set(name, [...(known.get(name) ?? []), file]);
  }
  return known;
}

function found(
  { id, agent }: AgentCommit,
  { path }: CheckedFile,
  spans: CheckedFile["spans"],
  { isLikely, what }: { isLikely: boolean; what: string },
): Found {
  return {
    rule: "untraced-agent",
    path,
    lines: spans.map(({ span }) => span),
    commit: id,
    message: `Commit ${id.slice(0, 10)} is signed by ${agent}, and there is no record of ${what} ${path}.`,
    hint: `If a person made it, they say so: writ approve --file ${shellWord(path)}. Else its hooks were off, or its records were not committed: run writ doctor there, then writ publish --all`,
    ...(isLikely && { most: "warn" as const }),
  };
}

/** What Writ itself writes as it goes: the records, the history of an intent, lessons. */
const isWrits = (path: string, brain: string): boolean => path === brain || path.startsWith(".orchestration/");

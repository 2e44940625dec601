import { isImported } from "../../lineage/steps.ts";
import type { Rule } from "../finding.ts";

/** Every line has an author, and what an agent signed has a record. */
export const authors: Rule = ({ files, commits, traces, now }) => {
  const unknown = files.flatMap(({ path, spans }) =>
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
  const traced = new Set(
    traces
      .filter((trace) => !isImported(trace))
      .flatMap(({ metadata, files: named }) => [
        ...Object.keys(metadata?.files ?? {}),
        ...named.map(({ relative_path }) => relative_path),
      ]),
  );
  const known = new Map(files.map((file) => [file.path, file]));
  const unsigned = commits.flatMap(({ id, agent, paths }) =>
    paths
      .filter((path) => !traced.has(path) && known.has(path) && !isWrits(path, now.config.brain))
      .map((path) => ({
        rule: "untraced-agent" as const,
        path,
        lines: known.get(path)?.spans.map(({ span }) => span) ?? [],
        commit: id,
        message: `Commit ${id.slice(0, 10)} is signed by ${agent}, and there is no record of what it did to ${path}.`,
        hint: "Its hooks were off, or its records were not committed. Run writ doctor there, then: writ publish --all",
      })),
  );
  return [...unknown, ...unsigned];
};

/** What Writ itself writes as it goes: the records, the history of an intent, lessons. */
const isWrits = (path: string, brain: string): boolean => path === brain || path.startsWith(".orchestration/");

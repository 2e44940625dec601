import { shapeOf, unquoteLoosely } from "@writ/engine";
import { sha256 } from "../hash.ts";

/** Asks git; `null` where it has no answer. */
export type AskGit = (...args: string[]) => Promise<string | null>;

/** What one commit, or what is not committed yet, took away, and on what it was made. */
export interface Arrival {
  /** Lines that it took out of files and did not put back there, by fingerprint, and the files. */
  gone: ReadonlyMap<string, ReadonlySet<string>>;
  /** Lines that it took out of files and put back there, laid out anew. */
  relaid: ReadonlyMap<string, ReadonlySet<string>>;
  parent: string;
  /** Traces that were published with it, by id: whatever commits it was made of, they tell of its lines. */
  published: ReadonlySet<string>;
}

/** As traces name the commit where there is none. */
export const nowhere = "unknown";

/** What a commit did; `""` for what is not committed. */
export function arrivalOf(ask: AskGit, commit: string): Promise<Arrival> {
  return commit === "" ? uncommitted(ask) : committed(ask, commit);
}

/** Files that are new took nothing away. */
const differing = [
  ...["-p", "-U0", "--no-renames", "--diff-filter=MD", "--relative"],
  ...["--no-prefix", "--no-ext-diff", "--no-textconv", "--no-color"],
];

async function committed(ask: AskGit, commit: string): Promise<Arrival> {
  const out = (await ask("show", "--format=%P", "-m", "--first-parent", ...differing, commit)) ?? "";
  const [parents = ""] = out.split("\n", 1);
  const ledger = (await ask("show", "--format=", "-m", "--first-parent", ...ledgerDiff, commit, ...ledgerFiles)) ?? "";
  return { ...takenIn(out), parent: parents.split(" ")[0] || nowhere, published: idsIn(ledger) };
}

async function uncommitted(ask: AskGit): Promise<Arrival> {
  const head = (await ask("rev-parse", "--verify", "--quiet", "HEAD"))?.trim() ?? "";
  const out = head === "" ? "" : ((await ask("diff", ...differing, "HEAD")) ?? "");
  const ledger = head === "" ? "" : ((await ask("diff", ...ledgerDiff, "HEAD", ...ledgerFiles)) ?? "");
  return { ...takenIn(out), parent: head || nowhere, published: idsIn(ledger) };
}

const ledgerDiff = ["-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color"];
const ledgerFiles = ["--", ".orchestration/ledger"];

const idsIn = (diff: string): Set<string> =>
  new Set([...diff.matchAll(/^\+\{"id":"([^"]+)"/gm)].map(([, id = ""]) => id));

function takenIn(diff: string): Pick<Arrival, "gone" | "relaid"> {
  const gone = new Map<string, Set<string>>();
  const relaid = new Map<string, Set<string>>();
  for (const file of diff.split(/^diff --git /m).slice(1)) {
    const [, name = ""] = /^--- (.*)$/m.exec(file) ?? [];
    // Behind a name with a blank git puts a tab, and one with other letters it quotes.
    const path = unquoteLoosely(name.replace(/\t$/, "")) ?? name;
    const left = new Map<string, number>();
    const start = file.indexOf("\n@@");
    for (const line of start < 0 ? [] : file.slice(start).split("\n")) {
      if (line[0] !== "-" && line[0] !== "+") continue;
      const { print } = shapeOf(line.slice(1), sha256);
      left.set(print, (left.get(print) ?? 0) + (line[0] === "-" ? 1 : -1));
    }
    for (const [print, count] of left) {
      if (count > 0) gone.set(print, (gone.get(print) ?? new Set()).add(path));
      if (count === 0) relaid.set(print, (relaid.get(print) ?? new Set()).add(path));
    }
  }
  return { gone, relaid };
}

import type { DecisionRecord } from "@writ/contracts";
import type { CheckedFile } from "@writ/engine/check";
import { isHarmlessDrift } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { reasonFor } from "../lineage/doubts.ts";
import { type Git, readObjects } from "./git.ts";
import type { PastOf } from "./past-in-range.ts";

/** How many files are read together. */
const atATime = 200;

/**
 * Files that hold, or held in the range, what a record says of a file nobody claims, by whatever name: whoever moves such
 * a file does not make its lines a person's.
 */
export async function withUnclaimed(
  git: Git,
  files: readonly CheckedFile[],
  decisions: readonly DecisionRecord[],
  pastOf: PastOf,
): Promise<CheckedFile[]> {
  const known = unclaimedIn(decisions);
  const asked = known.size === 0 ? [] : files.filter(({ isFile, blob }) => isFile && blob !== null);
  const present = new Set(files.filter(({ op }) => op !== "delete").map(({ path }) => path));
  const told = new Map<CheckedFile, CheckedFile>();
  for (let at = 0; at < asked.length; at += atATime) {
    const some = asked.slice(at, at + atATime);
    const versionsOf = ({ path, blob }: CheckedFile) => [...new Set([blob ?? "", ...pastOf(path).blobs])];
    const objects = await readObjects(git, some.flatMap(versionsOf));
    for (const file of some) {
      const forms = versionsOf(file).flatMap((blob) => formsOf(objects.get(blob)));
      const found = forms.flatMap((hash) => known.get(hash) ?? []);
      // What is still where it was is told of there.
      const elsewhere = found.filter(({ name }) => !present.has(name));
      if (elsewhere.length > 0) told.set(file, asUnclaimed(file, elsewhere));
    }
  }
  return files.map((file) => told.get(file) ?? file);
}

interface Unclaimed {
  name: string;
  why: string;
}

/** By what they hold, the files that nobody claims. What is empty is everywhere. */
function unclaimedIn(decisions: readonly DecisionRecord[]): Map<string, Unclaimed[]> {
  const known = new Map<string, Unclaimed[]>();
  for (const record of decisions) {
    const isOne = record.decision === "strayed" || record.decision === "drifted";
    if (!isOne || isHarmlessDrift(record)) continue;
    const why = `${reasonFor(record.decision)}, under another name`;
    for (const [name, hash] of Object.entries(record.contents ?? {}))
      if (hash !== nothing) known.set(hash, [...(known.get(hash) ?? []), { name, why }]);
  }
  return known;
}

const nothing = sha256("");

/** The hashes of a text as git keeps it, and as it may lie in a work tree. */
export function formsOf(bytes: Buffer | undefined): string[] {
  if (bytes === undefined) return [];
  const lineFeeds = bytes.toString("latin1");
  return [sha256(bytes), sha256(Buffer.from(lineFeeds.replaceAll(/\r?\n/g, "\r\n"), "latin1"))];
}

function asUnclaimed(file: CheckedFile, found: readonly Unclaimed[]): CheckedFile {
  const [first] = found;
  const spans = file.spans.map((span) =>
    span.author === "human" && first !== undefined ? { ...span, author: "unknown" as const, why: first.why } : span,
  );
  return { ...file, spans, unclaimedAs: [...new Set(found.map(({ name }) => name))] };
}

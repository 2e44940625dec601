import type { LedgerIndex } from "@writ/contracts";
import { areOfSeveral, commitsOf, inOrder, isImported, type Source, stepsIn } from "@writ/engine";
import { sha256 } from "../hash.ts";
import { ranksFor } from "./commit-ranks.ts";
import { type Named, namesInDoubt } from "./names-in-doubt.ts";

/** A file whose lines were not followed is told of as a whole: a call made it, a person, or it cannot be told. */
export async function tellWhole(index: LedgerIndex, named: Named): Promise<Source[]> {
  const { root, path, bytes, history, tree } = named;
  const version = sha256(bytes);
  const names = new Set([path, ...(await history.contents()).map((content) => content.path)]);
  // One that was renamed, and is not committed yet.
  for (const name of await index.filesWith(version)) if ((await tree.kindOf(name)) === "none") names.add(name);
  for (const { name } of await namesInDoubt(index, named)) names.add(name);
  const records = await index.traces({ files: [...names] });
  const ranks = ranksFor(root, tree);
  if (areOfSeveral(records)) await ranks.load(records.flatMap(commitsOf));
  const all = inOrder(records, ranks.rankOf)
    .flatMap(stepsIn)
    .filter((step) => names.has(step.path));
  const seen = all.filter(({ trace }) => !isImported(trace));
  // Others are asked only where Writ saw nothing.
  const steps = seen.length > 0 ? seen : all;
  const maker = steps.findLast((step) => step.after === version);
  const isMade = maker?.before === null && !maker.isRaced;
  const origin = steps.length === 0 ? "person" : isMade ? maker : "unfollowed";
  return Array.from({ length: linesIn(bytes) }, () => ({ origin, foundBy: null, leftBy: null }));
}

function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? count + 1 : count;
}

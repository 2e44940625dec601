import type { BlameLine, LedgerIndex } from "@writ/contracts";
import { type Source, stepsIn } from "@writ/engine";
import { sha256 } from "../hash.ts";
import type { Target } from "./target.ts";
import { toBlameLine } from "./to-blame-lines.ts";

/** A file whose lines were not followed is told of as a whole: a call made it, a person, or it cannot be told. */
export async function tellWhole(index: LedgerIndex, { path, bytes }: Target): Promise<BlameLine[]> {
  const version = sha256(bytes);
  const steps = (await index.traces({ files: [path] })).flatMap(stepsIn).filter((step) => step.path === path);
  const maker = steps.findLast((step) => step.after === version);
  const source = (origin: Source["origin"]): Source => ({ origin, foundBy: null, leftBy: null });
  const whole =
    steps.length === 0 ? source("person") : source(maker?.before === null && !maker.isRaced ? maker : "unfollowed");
  return Array.from({ length: linesIn(bytes) }, (_, at) => toBlameLine(whole, at + 1));
}

function linesIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return bytes.length > 0 && bytes.at(-1) !== 10 ? count + 1 : count;
}

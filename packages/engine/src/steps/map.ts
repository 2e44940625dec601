import type { Step } from "@writ/contracts";
import { endingOf } from "./mutating.ts";

/** Which files an intent has touched (R104): any success, marked where behaviour changed. */
export const map: Step = {
  name: "map",
  record(aftermath) {
    const { intent, changed, mutationClass } = aftermath;
    if (intent === null || changed.length === 0 || endingOf(aftermath) !== "OK") return [];
    const evolution = mutationClass === "INTENT_EVOLUTION";
    return [{ kind: "map", intent, paths: changed.map((file) => file.path), evolution }];
  },
};

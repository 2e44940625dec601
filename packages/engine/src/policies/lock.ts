import { type FileFact, type Policy, pass, type Verdict } from "@writ/contracts";
import { deny } from "./deny.ts";
import { isSafe } from "./kind.ts";
import { touchOf } from "./touched.ts";

/** A change builds on what is in the file now, not on what was there when it was read. */
export const lock: Policy = {
  name: "lock",
  check(call, facts) {
    if (isSafe(call, facts.config)) return pass;
    const strict = facts.config.lock === "strict";
    for (const { fact } of touchOf(call, facts).files) {
      if (fact.kind === "directory" || fact.kind === "special") continue;
      const declared = declaredFor(fact, call.observed);
      const stale = declared === undefined ? implicitly(fact, strict) : explicitly(fact, declared);
      if (stale !== null) return stale;
    }
    return pass;
  },
};

/** A hash as agents spell it: with or without `sha256:`, in any case (R74). `null` means there was no file. */
export function normalizedHash(spelled: string): string | null {
  const text = spelled.trim().toLowerCase();
  if (text === "absent" || text === "null" || text === "") return null;
  return text.startsWith("sha256:") ? text : `sha256:${text}`;
}

function declaredFor(fact: FileFact, observed: Readonly<Record<string, string>> | undefined): string | undefined {
  if (observed === undefined) return undefined;
  const key = [fact.given, fact.path].find((path) => Object.hasOwn(observed, path));
  return key === undefined ? undefined : observed[key];
}

function explicitly(fact: FileFact, declared: string): Verdict | null {
  const expected = normalizedHash(declared);
  return expected === fact.hash ? null : staleFile(fact, expected);
}

function implicitly(fact: FileFact, strict: boolean): Verdict | null {
  if (fact.seen === undefined) {
    if (!strict || fact.hash === null || fact.place !== "workspace") return null;
    return staleFile(fact, null, "this session never read it");
  }
  if (fact.seen.hash === fact.hash) return null;
  // A formatter that ran after the session's own write changed the layout only.
  if (fact.seen.own === true && fact.sameTokens === true && fact.hash !== null) return null;
  return staleFile(fact, fact.seen.hash, changeOf(fact.seen.hash, fact.hash));
}

function changeOf(before: string | null, now: string | null): string {
  if (now === null) return "it was deleted meanwhile";
  return before === null ? "it was created meanwhile" : "somebody changed it meanwhile";
}

function staleFile(fact: FileFact, expected: string | null, reason?: string): Verdict {
  const why = reason === undefined ? {} : { reason };
  return deny("STALE_FILE", { path: fact.path, expected_hash: expected, current_hash: fact.hash, ...why });
}

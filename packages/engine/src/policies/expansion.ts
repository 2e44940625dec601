import type { Call, Expansion, Facts, Intent, Verdict } from "@writ/contracts";
import { globProblem, ownerOf } from "../globs.ts";
import { isProtected } from "../paths/protected.ts";
import { isSensitive } from "../paths/sensitive.ts";
import { askPerson, type Concern } from "./ask.ts";
import { deny } from "./deny.ts";

/** The scope of an intent in this session: its own globs and what a person added (R69). */
export function scopeOf(intent: Intent, { session }: Pick<Facts, "session">): readonly string[] {
  const added = session.expansions.filter((expansion) => expansion.intent === intent.id).map(({ glob }) => glob);
  return added.length === 0 ? intent.ownedScope : [...intent.ownedScope, ...added];
}

/** Why globs cannot be added to a scope, or `null`. */
export function expansionProblem({ globs }: Pick<Expansion, "globs">): string | null {
  if (globs.length === 0) return "additional_globs is empty";
  if (globs.length > 20) return "additional_globs has more than 20 entries";
  for (const glob of globs) {
    const reason = glob.startsWith("!") ? "an expansion adds, it does not exclude" : globProblem(glob);
    if (reason !== null) return `${JSON.stringify(glob)} cannot be added: ${reason}`;
  }
  return null;
}

/** A call that leaves its scope and asks for more of it: a person decides (R68). */
export function askExpansion(
  call: Call,
  facts: Facts,
  asked: { intent: Intent; expansion: Expansion; violations: readonly string[] },
): Verdict {
  const { intent, expansion, violations } = asked;
  const reason = expansionProblem(expansion);
  if (reason !== null) return deny("PAYLOAD_INVALID", { tool: call.tool, reason });
  const closed = expansion.globs.find((glob) => isProtected(literalPart(glob)));
  if (closed !== undefined) return deny("PROTECTED_PATH", { path: closed, intent: intent.id });

  const widened = [...scopeOf(intent, facts), ...expansion.globs];
  const owns = ownerOf(widened);
  const left = violations.filter((path) => !owns(path));
  if (left.length > 0) {
    const details = { intent: intent.id, path: left[0], violations: left, owned_scope: widened };
    return deny("SCOPE_VIOLATION", { ...details, reason: "the globs asked for do not cover it either" });
  }
  return askPerson(call, facts, [concernOf(intent, expansion), ...warnings(expansion.globs)]);
}

function concernOf({ id }: Intent, { globs, reason }: Expansion): Concern {
  const quote = reason.trim() === "" ? {} : { quote: `The agent says: ${reason}` };
  return { risk: "expansion", reason: `adds ${globs.join(", ")} to the scope of ${id}`, ...quote };
}

/** Says what a wide glob takes in besides what is needed now. */
function warnings(globs: readonly string[]): Concern[] {
  const owns = ownerOf(globs);
  if (owns("\uE000") && owns("\uE000/\uE000")) {
    return [{ risk: "expansion", reason: "this opens every file of the workspace" }];
  }
  const samples = ["package.json", ".github/workflows/ci.yml", ".env", "AGENTS.md", "Makefile"];
  const taken = samples.filter((path) => isSensitive(path) && owns(path));
  if (taken.length === 0) return [];
  return [{ risk: "expansion", reason: `this also takes in sensitive files such as ${taken.join(", ")}` }];
}

/** The part of a glob before its first wildcard; never empty, so that `**` is not taken for the root. */
function literalPart(glob: string): string {
  const segments = glob.replace(/^(?:\.\/)+/, "").split("/");
  const first = segments.findIndex((segment) => /[*?[\]{}]/.test(segment));
  return (first === -1 ? segments : segments.slice(0, first)).join("/").replace(/\/+$/, "") || "\uE000";
}

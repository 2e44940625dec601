import { type Call, type Expansion, type Facts, type FileFact, type Policy, pass, type Verdict } from "@writ/contracts";
import { distinct } from "../distinct.ts";
import { ownerOf, treeOwnerOf } from "../globs.ts";
import { mayMatch } from "../paths/may-match.ts";
import { isProtected } from "../paths/protected.ts";
import { deny } from "./deny.ts";
import { askExpansion, scopeOf } from "./expansion.ts";
import { availableIntents, findIntent } from "./gate.ts";
import { isSafe, ruleFor } from "./kind.ts";
import { quickProblem } from "./quick.ts";
import { pathsOf, type Touched, touchOf } from "./touched.ts";

/** A change stays inside the files its intent owns, and away from those nobody may touch. */
export const scope: Policy = {
  name: "scope",
  check(call, facts) {
    const closed = protection(call, facts);
    if (closed !== null) return closed;
    if (call.kind === "handshake" && call.expansion !== undefined)
      return standaloneExpansion(call, facts, call.expansion);
    if (isSafe(call, facts.config)) return pass;
    const { files, unnamed, unread } = touchOf(call, facts);
    if (unread.length > 0) return deny("HOOK_INTERNAL_ERROR", { hook: "scope", paths: unread });
    const nameless = unnamed.length > 0 || files.length === 0;
    if (call.kind === "changes" && nameless && ruleFor(call, facts.config) !== "changes") {
      return deny("OPAQUE_EFFECT", { tool: call.tool, reason: "it does not say which files it changes" });
    }
    for (const file of files) {
      const wrong = placeProblem(call, file);
      if (wrong !== null) return wrong;
    }
    return ownership(call, facts, files);
  },
};

/** Refuses what touches a protected file. Stays in force during a pause. */
export function protection(call: Call, world: Facts): Verdict | null {
  const { files } = touchOf(call, world);
  const facts = files.map(({ fact }) => fact).filter(({ tier }) => tier === "protected");
  if (facts.length === 0) return null;
  const paths = distinct(facts.map(shownPath));
  const itself = facts.find((fact) => !onlyHolds(fact));
  if (itself !== undefined) return deny("PROTECTED_PATH", { path: shownPath(itself), paths, tool: call.tool });
  const intent = findIntent(world.session.intent, world);
  const owned = intent === null ? {} : { owned_scope: scopeOf(intent, world) };
  return deny("PROTECTED_PATH", { path: paths[0], paths, tool: call.tool, holds: true, ...owned });
}

/** A folder that is no part of the guard, but has some of it inside. */
function onlyHolds({ kind, path, place }: FileFact): boolean {
  if (kind !== "directory" || place !== "workspace") return false;
  return path === "" || path === "." || !isProtected(path);
}

/** What is wrong with a path whatever the intent owns: where it is, or what it is. */
function placeProblem(call: Call, { effect, fact, leaves }: Touched): Verdict | null {
  const refuse = (reason: string) =>
    deny("PAYLOAD_INVALID", { tool: call.tool, path: fact.given, reason: `the path ${quoted(fact.given)}: ${reason}` });
  if (fact.place === "refused") return refuse(fact.reason ?? "it has no safe reading");
  if (leaves && fact.entry !== undefined) return null;
  if (fact.place === "outside") {
    const why = fact.reason === undefined ? {} : { reason: fact.reason };
    return deny("PATH_OUTSIDE_WORKSPACE", { path: fact.path, tool: call.tool, ...why });
  }
  const held = fact.holds?.find(({ path }) => reachesIn({ effect, fact, leaves }, path));
  if (held !== undefined) {
    const reason = `${held.path}, ${held.what}, lies beneath it`;
    const fix = "Name a folder of your own beneath it, such as /tmp/work, or each file by its name.";
    return deny("PATH_OUTSIDE_WORKSPACE", { path: fact.path, tool: call.tool, reason, fix });
  }
  if (fact.kind === "special") return refuse("it is a device, a pipe or a socket, not a file");
  const takesFolders = call.kind === "command" || call.toolName === "create_directory";
  const writes = effect.op === "create" || effect.op === "modify";
  if (fact.kind === "directory" && writes && !takesFolders) return refuse("it is a folder: name a file");
  return null;
}

/** Whether a change of a folder may be one of what it holds: all of the folder is meant, or names like that. */
function reachesIn({ effect, fact, leaves }: Touched, held: string): boolean {
  const { within, names } = effect;
  if (within !== true) return leaves;
  const [name] = held.slice(fact.path.replace(/\/$/, "").length + 1).split("/");
  return names === undefined || name === undefined || mayMatch(names, name);
}

function ownership(call: Call, facts: Facts, files: readonly Touched[]): Verdict {
  const intent = findIntent(facts.session.intent, facts);
  // Without an intent the gate has spoken: what comes here changes nothing an intent could own.
  if (intent === null) return pass;
  const globs = scopeOf(intent, facts);
  const strays = files.filter((file) => countsForScope(call, facts, file)).flatMap((file) => strayPaths(file, globs));
  const violations = distinct(strays);
  if (violations.length === 0) return quickProblem(call, facts, intent, files) ?? pass;
  if (call.expansion !== undefined) {
    return askExpansion(call, facts, { intent, expansion: call.expansion, violations });
  }
  return deny("SCOPE_VIOLATION", {
    intent: intent.id,
    path: violations[0],
    violations,
    owned_scope: globs,
    tool: call.tool,
  });
}

/** `request_scope_expansion` as a tool of its own, before any change is tried. */
function standaloneExpansion(call: Call, facts: Facts, expansion: Expansion): Verdict {
  const intent = findIntent(facts.session.intent, facts);
  if (intent === null) return deny("NO_ACTIVE_INTENT", { tool: call.tool, available: availableIntents(facts) });
  const known = scopeOf(intent, facts);
  if (expansion.globs.length > 0 && expansion.globs.every((glob) => known.includes(glob))) return pass;
  return askExpansion(call, facts, { intent, expansion, violations: [] });
}

function countsForScope(call: Call, facts: Facts, { effect, fact }: Touched): boolean {
  if (fact.place === "scratch" && fact.entry === undefined) return false;
  if (fact.ignored === true && fact.tier === "plain") return false;
  // A path an unknown tool merely mentions may be one it reads; a person is asked about the tool instead.
  return effect.certainty !== "opaque" || call.kind !== "opaque" || ruleFor(call, facts.config) === "changes";
}

function strayPaths(file: Touched, globs: readonly string[]): readonly string[] {
  const { effect, fact, leaves } = file;
  const isTree = fact.kind === "directory" && effect.op !== "create" && !(leaves && fact.entry !== undefined);
  const wholeTree = isTree || effect.within === true;
  const owns = wholeTree ? treeOwnerOf(globs) : ownerOf(globs);
  return pathsOf(file).filter((path) => !owns(path));
}

function shownPath(fact: FileFact): string {
  return fact.place === "refused" ? fact.given : fact.path;
}

function quoted(path: string): string {
  return JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
}

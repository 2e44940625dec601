import type { Call, Effect, Facts, FileFact } from "@writ/contracts";
import { throughs } from "./through.ts";

/** One end of a file effect, and what is known of it. */
export interface Touched {
  effect: Effect;
  fact: FileFact;
  /** The name itself goes away or moves: a link at its end is not followed. */
  leaves: boolean;
}

/** What a call's effects touch. */
export interface Touch {
  files: readonly Touched[];
  /** Effects on files that cannot be named. */
  unnamed: readonly Effect[];
  /** Spellings nobody looked up: a fault in whoever gathered the facts. */
  unread: readonly string[];
}

/** Every file a call touches, both ends of renames included, in the order of its effects. */
export function touchOf(call: Call, { files }: Pick<Facts, "files">): Touch {
  if (last?.call !== call || last.files !== files) last = { call, files, touch: find(call, files) };
  return last.touch;
}

/** Every policy asks it of the same call under the same facts, one after the other. */
let last: { readonly call: Call; readonly files: Facts["files"]; readonly touch: Touch } | undefined;

const nothing: Touch = { files: [], unnamed: [], unread: [] };

function find(call: Call, known: Facts["files"]): Touch {
  const real = call.effects.filter((effect) => isFileEffect(call, effect) && !isRuledOut(effect, call.effects, known));
  if (real.length === 0) return nothing;
  const files: Touched[] = [];
  const unnamed: Effect[] = [];
  const unread: string[] = [];
  const touch = (effect: Effect, given: string, leaves: boolean) => {
    const fact = Object.hasOwn(known, given) ? known[given] : undefined;
    if (fact === undefined) unread.push(given);
    else files.push({ effect, fact, leaves });
  };
  for (const effect of real) {
    if (effect.path === null) unnamed.push(effect);
    for (const [given, leaves] of endsOf(effect)) touch(effect, given, leaves);
  }
  for (const { effect, path } of throughs(real, known, call.command?.programs)) {
    if (path === null) unnamed.push({ ...effect, path, certainty: "opaque" });
    else touch(effect, path, false);
  }
  return { files, unnamed, unread };
}

/**
 * `cp a b` writes `b`, or `b/a` where `b` is a folder. Where the disk already says which, the other reading is none;
 * where nothing is there yet, both stay, because the same command may make the folder first.
 */
function isRuledOut(effect: Effect, all: readonly Effect[], known: Facts["files"]): boolean {
  const target = effect.ifFolder === true ? parentOf(effect.path) : effect.path;
  const kind = target !== null && Object.hasOwn(known, target) ? known[target]?.kind : undefined;
  if (effect.ifThere === true) return kind === "absent";
  if (effect.ifFolder === true) return kind === "file";
  return kind === "directory" && all.some((other) => other.ifFolder === true && parentOf(other.path) === target);
}

function parentOf(path: string | null): string | null {
  return path === null || !path.includes("/") ? null : path.slice(0, path.lastIndexOf("/"));
}

/** The paths a touched file stands for: where its bytes are, and, for a link, where the name is. */
export function pathsOf({ fact, leaves }: Touched): readonly string[] {
  if (fact.entry === undefined) return [fact.path];
  return leaves ? [fact.entry] : [fact.entry, fact.path];
}

/** Whether an effect changes files: running something does not, nor does a command that writes to a stream. */
export function isFileEffect(call: Pick<Call, "kind">, effect: Effect): boolean {
  if (effect.op === "exec") return false;
  return !(call.kind === "command" && effect.path !== null && effect.from === undefined && stream.test(effect.path));
}

const stream = /^\/dev\/(?:null|stdout|stderr|tty|fd\/[12])$/;

function endsOf(effect: Effect): [given: string, leaves: boolean][] {
  const ends: [string, boolean][] = [];
  if (effect.from !== undefined) ends.push([effect.from, true]);
  // A pattern deletes what lies in the folder, also where that is a link.
  if (effect.path !== null) ends.push([effect.path, effect.op === "delete" && effect.within !== true]);
  // Whoever writes to a link later writes there.
  if (effect.to !== undefined) ends.push([effect.to, false]);
  return ends;
}

import type { Arg } from "../syntax/arg.ts";
import { opaque, words } from "./make.ts";
import { parseOptions } from "./options.ts";
import type { Entry, Family, Tool } from "./rule.ts";

/** The entries as a tree of words: a program, its verbs, their verbs. */
interface Node {
  entry?: Entry;
  readonly verbs: Map<string, Node>;
}

/** The entry that fits a command best, and how its words divide. */
export interface Found {
  readonly entry: Entry;
  /** The entry of the program itself. */
  readonly program: Entry;
  /** The words that led to the entry: `docker compose up`. */
  readonly line: string;
  /** Options between program and verb. */
  readonly before: readonly Arg[];
  readonly args: readonly Arg[];
}

/** The table, asked for one program at a time. */
export interface Lookup {
  /** The entry with the most words for a command. */
  readonly find: (program: string, args: readonly Arg[]) => Found | null;
  /** Whether a program is a tool that repositories bring along. */
  readonly toolOf: (program: string) => Tool | null;
}

/** Looks programs up; families are made when one of their programs is asked for. */
export function lookupIn(families: readonly Family[]): Lookup {
  const homes = new Map<string, Family[]>();
  for (const family of families) {
    for (const program of words(family.programs)) homes.set(program, [...(homes.get(program) ?? []), family]);
  }
  const programs = new Map<string, Node>();
  const tools = new Map<string, Tool>();
  const planted = new Set<Family>();
  const makeFor = (program: string): void => {
    for (const family of homes.get(program) ?? []) {
      if (planted.has(family)) continue;
      planted.add(family);
      for (const entry of family.entries()) {
        const tool = entry.tool ?? family.tool;
        for (const name of [entry.name, ...(entry.also ?? [])]) {
          plant(programs, name, entry);
          if (tool !== undefined) tools.set(name.split(" ", 1)[0] ?? name, tool);
        }
      }
    }
  };
  return {
    find(program, args) {
      makeFor(program);
      const node = programs.get(program);
      return node === undefined ? null : descend(node, program, args);
    },
    toolOf(program) {
      makeFor(program);
      return tools.get(program) ?? null;
    },
  };
}

function plant(programs: Map<string, Node>, name: string, entry: Entry): void {
  let level = programs;
  let node: Node | undefined;
  for (const word of name.split(" ")) {
    node = level.get(word) ?? { verbs: new Map() };
    level.set(word, node);
    level = node.verbs;
  }
  if (node !== undefined) node.entry = entry;
}

function descend(root: Node, name: string, all: readonly Arg[]): Found {
  const program = root.entry ?? unknownVerb(name);
  let found: Found = { entry: program, program, line: name, before: [], args: all };
  let node = root;
  let line = name;
  let args = all;
  let before: readonly Arg[] = [];
  while (node.verbs.size > 0) {
    const skipped = verbAt(node, args);
    const verb = args[skipped]?.literal ?? "";
    const next = node.verbs.get(verb);
    if (next === undefined) break;
    before = [...before, ...args.slice(0, skipped)];
    node = next;
    line = `${line} ${verb}`;
    args = args.slice(skipped + 1);
    if (node.entry !== undefined) found = { entry: node.entry, program, line, before, args };
  }
  return found;
}

/** A program of which only verbs are known can still be asked what it is. */
const unknownVerb = (name: string): Entry => opaque(name, "what it does with this verb is not known", { asks: "runs" });

/** Where the verb stands: at once, or behind options of the program that are known. */
function verbAt({ entry, verbs }: Node, args: readonly Arg[]): number {
  if (entry?.options === undefined || verbs.has(args[0]?.literal ?? "")) return 0;
  for (let end = 1; end < Math.min(args.length, 12); end += 1) {
    if (!verbs.has(args[end]?.literal ?? "")) continue;
    if (parseOptions(args.slice(0, end), entry.options)?.operands.length === 0) return end;
  }
  return 0;
}

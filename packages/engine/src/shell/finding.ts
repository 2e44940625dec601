import type { CommandClass, Effect } from "@writ/contracts";
import { distinct } from "../distinct.ts";
import type { CommandRules } from "../policies/command-rules.ts";
import type { Tool } from "./judging/rule.ts";
import { type Arg, namesIn } from "./syntax/arg.ts";

/** What the analyser may know of the place a command runs in. */
export interface World {
  /** Command lines of the repository's own programs; longer ones with the same beginning count too. */
  readonly runners: readonly string[];
  /** What the project's config says about commands. */
  readonly rules?: CommandRules | undefined;
  /** Where the command starts, and the workspace it belongs to. Without them, the start is taken for the root. */
  readonly cwd?: string | undefined;
  readonly root?: string | undefined;
  /** The model may type into what runs, and no hook sees what. */
  readonly typed?: boolean | undefined;
}

/** What one command of a command line was found to do. */
export interface Finding {
  readonly class: CommandClass;
  readonly effects?: readonly Effect[];
  /** Why it is not safe. */
  readonly reason?: string;
  /** Lines of the repository's own programs it runs, so that a policy can ask when those were changed. */
  readonly runners?: readonly string[];
  /** Files it runs as scripts, as seen from where the command line starts. */
  readonly scripts?: readonly string[];
  /** Files it may run beside those, where they are there. */
  readonly loads?: readonly string[];
  /** Folders where Python finds modules before its own: a file there may run in the place of one. */
  readonly searched?: readonly string[];
  /** Files and folders it is given, which count as scripts where a session wrote them. */
  readonly fed?: readonly string[];
  /** Where it seeks tools of the repository. */
  readonly tools?: readonly string[];
  /** What it runs that nobody can place, in words for a person: then a rule of the config lets nothing pass. */
  readonly unplaced?: readonly string[];
  /** Some of it goes on after the command line has ended. */
  readonly goesOn?: true;
  /** Words that have it run other code than its line says: a rule permits them only where it spells them out. */
  readonly steered?: readonly string[];
  /** Variables it hands on whose value some programs would run. */
  readonly handed?: readonly string[];
  /** Why the reading list does not have it, where nothing worse is known of it. */
  readonly unlisted?: readonly string[];
  /** What variables are set to: `NAME=value`. */
  readonly values?: readonly string[];
}

/** What a judge of one command may know and use. */
export interface Scene {
  readonly world: World;
  /** Where relative paths start, seen from the start of the command line (`""`); `null` when that is unknown. */
  readonly dir: string | null;
  /** What the command reads from its here-document, where that is plain text. */
  readonly input: string | null;
  /** The file its input is redirected from, as spelled. */
  readonly from?: string | null;
  /** What the command prints goes to a file, so that it makes none of its own for that. */
  readonly redirected?: boolean;
  /** Judges a command inside a command (`env`, `timeout`, `find -exec` …), which may run in another folder. */
  readonly command: (args: readonly Arg[], where?: Where) => Finding;
  /** Whether a program is a tool that repositories bring along, and whether npm has it too. */
  readonly toolOf: (program: string) => Tool | null;
  /** Judges a script inside a command (`bash -c`). */
  readonly script: (text: string, where?: Where) => Finding;
}

/** Where something inside of a command runs: where the command stands, where nobody can tell, or in this folder of it. */
export type Where = "here" | "anywhere" | { readonly folder: string | null };

/** It only reads. */
export const safe: Finding = { class: "safe" };

/** It may do anything. */
export function opaque(reason: string, program: string | null = null): Finding {
  return { class: "opaque", reason, effects: [{ op: "exec", path: program, certainty: "opaque" }] };
}

/** It runs a file: that is told, or that nobody can tell which. */
export function runsFile(finding: Finding, file: string | null, scene: Pick<Scene, "dir">, program: string): Finding {
  const path = file === null ? null : placed(file, scene);
  if (path !== null) return { ...finding, scripts: [path] };
  const what = file === null ? `what ${program} runs` : `${file}, in a folder that is not known`;
  return { ...finding, unplaced: [what] };
}

/** It is known to destroy, to reach out, or to change what later commands run. */
export function risky(reason: string, program: string | null, effects: readonly Effect[] = []): Finding {
  return { class: "risky", reason, effects: [...effects, { op: "exec", path: program, certainty: "inferred" }] };
}

/** It runs one of the repository's own programs; `line` is how that is known: `npm test`. */
export function runs(program: string, line: string = program): Finding {
  return { class: "runs", effects: [{ op: "exec", path: program, certainty: "inferred" }], runners: [line] };
}

/** It may only read, but the reading list does not have it: it needs an intent, and a snapshot shows what it did. */
export function unread(why: string, program: string | null = null): Finding {
  const effects: Effect[] = program === null ? [] : [{ op: "exec", path: program, certainty: "inferred" }];
  return { class: "runs", effects, unlisted: [why] };
}

/** It changes the files it names. */
export function changes(effects: readonly Effect[]): Finding {
  return { class: "changes", effects };
}

/** Least to most dangerous: what is known to destroy outranks what is merely unknown. */
const ranks: Record<CommandClass, number> = { safe: 0, changes: 1, runs: 2, opaque: 3, risky: 4 };

/** The more dangerous of two classes. */
export function worse(one: CommandClass, other: CommandClass): CommandClass {
  return ranks[one] >= ranks[other] ? one : other;
}

const lists = [
  "runners",
  "scripts",
  "loads",
  "searched",
  "fed",
  "tools",
  "unplaced",
  "steered",
  "handed",
  "unlisted",
  "values",
] as const;

/** Several findings as one. Every command line comes through here, some parts of it several times. */
export function fold(findings: readonly Finding[]): Finding {
  const whole: { -readonly [K in keyof Finding]: Finding[K] } = { class: "safe" };
  const effects: Effect[] = [];
  const reasons = new Set<string>();
  for (const finding of findings) {
    if (finding === safe) continue;
    whole.class = worse(whole.class, finding.class);
    if (finding.effects !== undefined) effects.push(...finding.effects);
    if (finding.reason !== undefined) reasons.add(finding.reason);
    if (finding.goesOn === true) whole.goesOn = true;
    for (const list of lists) {
      const more = finding[list];
      if (more !== undefined && more.length > 0) whole[list] = joined(whole[list], more);
    }
  }
  whole.effects = effects;
  if (reasons.size > 0) whole.reason = [...reasons].join("; ");
  return whole;
}

const joined = (known: readonly string[] | undefined, more: readonly string[]): readonly string[] =>
  distinct(known === undefined ? more : [...known, ...more]);

/** A path of the command as seen from where the command line starts; `null` when that is unknown. */
export function placed(path: string, { dir }: Pick<Scene, "dir">): string | null {
  if (path.startsWith("/") || path.startsWith("~")) return path;
  if (dir === null) return null;
  if (dir === "") return path;
  return `${dir.endsWith("/") ? dir.replace(/\/+$/, "") : dir}/${path}`;
}

/** What an effect says of a file pattern. */
export function patterned(arg: Arg): Pick<Effect, "within" | "names"> {
  const [names] = namesIn(arg);
  return { within: true, ...(names !== undefined && { names }) };
}

/** What a word names, as an effect says it: a path, or for a pattern the folder of its matches; `null` when unknown. */
export function target(arg: Arg, scene: Pick<Scene, "dir">): Pick<Effect, "path" | "within" | "names"> | null {
  const name = arg.literal ?? (arg.within === "" ? "." : arg.within);
  const path = name === undefined || name === "" ? null : placed(name, scene);
  if (path === null) return null;
  return arg.literal === null ? { path, ...patterned(arg) } : { path };
}

/** Whether the command runs at the workspace's root, somewhere in it, or where nobody can tell. */
export function standing({ dir, world }: Pick<Scene, "dir" | "world">): "root" | "inside" | "unknown" {
  if (dir === null) return "unknown";
  const { cwd, root } = world;
  if (dir.startsWith("~") || dir.split("/").includes("..")) return "unknown";
  if (root === undefined || cwd === undefined) {
    if (dir === "") return "root";
    return dir.startsWith("/") ? "unknown" : "inside";
  }
  const here = dir.startsWith("/") ? dir : `${cwd}/${dir}`;
  const parts = here.split("/").filter((part) => part !== "" && part !== ".");
  const top = root.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..") || top.some((part, index) => parts[index] !== part)) return "unknown";
  return parts.length === top.length ? "root" : "inside";
}

import type { Command, Effect } from "@writ/contracts";
import { distinct } from "../distinct.ts";
import type { Analysis } from "../shell/analyse.ts";
import { judgeExport } from "../shell/environment/environment.ts";
import { mayBeRun } from "../shell/environment/handed.ts";
import { type World, worse } from "../shell/finding.ts";
import { field, type Input, isOn, isRecord, texts } from "./input.ts";
import type { Tool } from "./tool.ts";

/** The command lines of a call, analysed as one; or why they cannot be understood. */
export type CommandRead = { command: Command; effects: Effect[]; reads: string[] } | { invalid: string };

const commandKeys = ["command", "cmd", "command_line", "commandLine"];
const lineKeys = [...commandKeys, "commands"];
const backgroundKeys = ["run_in_background", "is_background", "isBackground", "detach", "background"];
/** Fields of the tools we know that change nothing about what runs. */
const harmlessKeys = [
  ...["description", "explanation", "summary", "goal", "justification", "reason", "riskLevel", "riskLevelReason"],
  ...[
    "timeout",
    "timeout_ms",
    "timeoutMs",
    "yield_time_ms",
    "max_output_tokens",
    "initial_wait",
    "delay_ms",
    "wait_for_previous",
    "mode",
    "requires_approval",
  ],
  ...["observed_content_hash", "request_scope_expansion", "mutation_class", "intent_id"],
];

const knownKeys: ReadonlySet<string> = new Set([...lineKeys, "shell", "shellId", ...backgroundKeys, ...harmlessKeys]);

/** What of a command tool's input decides what runs: without words for people and limits of time. */
export function runningInput(input: unknown): unknown {
  if (!isRecord(input)) return input;
  // A mode may say that it goes on in the background.
  return Object.fromEntries(Object.entries(input).filter(([key]) => key === "mode" || !harmlessKeys.includes(key)));
}

/** What finds out what a command line does. */
export type Analyser = (text: string, world: World, dir: string | null) => Analysis;

/** For whoever did not load the analyser: a command nobody looked at may do anything. */
export const unlooked: Analyser = () => ({
  class: "opaque",
  effects: [unknownEffect],
  programs: [],
  reasons: ["nobody looked at what it does"],
});

/** Reads `command`, `cmd`, `commands[]` and argument lists, and analyses what they run. */
export function readCommand(
  input: Input,
  world: World,
  { grammar, folderKeys = [] }: Pick<Tool, "grammar" | "folderKeys">,
  analyse: Analyser,
): CommandRead {
  const lines = linesOf(input);
  if ("invalid" in lines) return lines;
  if (lines.length === 0) return { invalid: "it names no command" };
  const start = startOf(input, folderKeys);
  const isForeign = grammar !== "bash" || isForeignShell(field(input, "shell"));
  const analyses = isForeign ? [unknownShell] : lines.map((line) => analyse(line, world, start));
  if (isOn(input, backgroundKeys) || field(input, "mode") === "async") analyses.push(...analyses.flatMap(leftRunning));
  const strange = strangeField(input, folderKeys);
  if (strange !== null) analyses.push(unknown(`what its field ${strange} does is not known`));
  const command = {
    text: lines.join("\n"),
    class: analyses.reduce<Command["class"]>((worst, found) => worse(worst, found.class), "safe"),
    programs: distinct(analyses.flatMap(({ programs }) => programs)),
    reasons: distinct(analyses.flatMap(({ reasons }) => reasons)),
  };
  return {
    command: Object.assign(command, runsOf(analyses)),
    effects: analyses.flatMap(({ effects }) => effects),
    reads: distinct(analyses.flatMap(({ reads = [] }) => reads)),
  };
}

const lists = [
  ...["scripts", "loads", "searched", "fed", "tools"],
  ...["named", "trees", "patterns", "unplaced", "runners"],
] as const satisfies readonly (keyof Analysis & keyof Command)[];

function runsOf(analyses: readonly Analysis[]): Pick<Command, (typeof lists)[number] | "asked" | "goesOn"> {
  const whole: ReturnType<typeof runsOf> = {};
  for (const list of lists) {
    const [only] = analyses;
    const all = analyses.length === 1 ? (only?.[list] ?? []) : distinct(analyses.flatMap((one) => one[list] ?? []));
    if (all.length > 0) whole[list] = all;
  }
  const asked = analyses.flatMap((one) => one.asked ?? []);
  if (asked.length > 0) whole.asked = asked;
  if (analyses.some(({ goesOn }) => goesOn === true)) whole.goesOn = true;
  return whole;
}

/** A file of that name anywhere but in the system's folders may be any program. */
function isForeignShell(shell: unknown): boolean {
  return shell !== undefined && !(typeof shell === "string" && /^(\/(usr\/)?bin\/)?(ba|da)?sh$/.test(shell));
}

/** A field this tool does not have, or one that changes what programs do: nobody knows what the agent makes of it. */
function strangeField(input: Input, folderKeys: readonly string[]): string | null {
  for (const key of Object.keys(input)) {
    const value = field(input, key);
    if (value === undefined || knownKeys.has(key) || folderKeys.includes(key)) continue;
    if (key === "dangerouslyDisableSandbox" && value === false) continue;
    if (key === "env" && isRecord(value) && Object.entries(value).every(isData)) continue;
    return key;
  }
  return null;
}

const isData = ([name, given]: [string, unknown]): boolean => {
  const value = typeof given === "string" ? given : null;
  return judgeExport(name, value) === "harmless" && !mayBeRun(name, value);
};

const unknownEffect: Effect = { op: "exec", path: null, certainty: "opaque" };
const unknown = (reason: string): Analysis => ({
  class: "opaque",
  effects: [unknownEffect],
  programs: [],
  reasons: [reason],
});
const unknownShell: Analysis = {
  ...unknown("it is written for a shell that is not analysed"),
  unplaced: ["what it runs in that shell"],
};

/** What the agent leaves running goes on after the call, as with `&`. */
function leftRunning(found: Analysis): Analysis[] {
  return found.class === "safe" ? [] : [{ class: "safe", effects: [], programs: [], reasons: [], goesOn: true }];
}

/** Where relative paths of the command start; a shell that was opened before may stand anywhere. */
function startOf(input: Input, folderKeys: readonly string[]): string | null {
  if (field(input, "shellId") !== undefined) return null;
  const [folder = "", ...others] = texts(input, folderKeys);
  return others.length > 0 ? null : folder;
}

function linesOf(input: Input): string[] | { invalid: string } {
  const lines: string[] = [];
  for (const key of lineKeys) {
    const value = field(input, key);
    if (value === undefined) continue;
    const read = key === "commands" && Array.isArray(value) ? value.map(lineOf) : [lineOf(value)];
    for (const line of read) {
      if (line === null || line === "") return { invalid: `${key} is not a command line` };
      lines.push(line);
    }
  }
  return distinct(lines);
}

/** A command line, an argument list, or an object that holds one of them. */
function lineOf(value: unknown): string | null {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.every((word) => typeof word === "string") ? value.map(quoted).join(" ") : null;
  if (!isRecord(value)) return null;
  const command = field(value, "command") ?? field(value, "cmd");
  const args = field(value, "args");
  if (typeof command !== "string") return Array.isArray(command) ? lineOf(command) : null;
  if (args === undefined) return command;
  return Array.isArray(args) ? lineOf([command, ...args]) : null;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

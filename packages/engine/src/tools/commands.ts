import type { Command, Effect } from "@writ/contracts";
import type { Analysis } from "../shell/analyse.ts";
import { type World, worse } from "../shell/finding.ts";
import { field, type Input, isOn, isRecord, text } from "./input.ts";

/** The command lines of a call, analysed as one; or why they cannot be understood. */
export type CommandRead = { command: Command; effects: Effect[] } | { invalid: string };

const commandKeys = ["command", "cmd", "command_line", "commandLine"];
const folderKeys = ["cwd", "workdir", "working_directory", "workingDirectory", "dir_path", "directory"];
const backgroundKeys = ["run_in_background", "is_background", "isBackground", "detach", "background"];

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
export function readCommand(input: Input, world: World, grammar: "bash" | "other", analyse: Analyser): CommandRead {
  const lines = linesOf(input);
  if ("invalid" in lines) return lines;
  if (lines.length === 0) return { invalid: "it names no command" };
  const shell = text(input, ["shell"]);
  const foreign = grammar === "other" || (shell !== undefined && !/(^|\/)(ba|da)?sh$/.test(shell));
  const analyses = foreign ? [unknownShell] : lines.map((line) => analyse(line, world, startOf(input)));
  if (isOn(input, backgroundKeys)) analyses.push(...analyses.flatMap(hiddenChanges));
  return {
    command: {
      text: lines.join("\n"),
      class: analyses.reduce<Command["class"]>((worst, found) => worse(worst, found.class), "safe"),
      programs: [...new Set(analyses.flatMap(({ programs }) => programs))],
      reasons: [...new Set(analyses.flatMap(({ reasons }) => reasons))],
    },
    effects: analyses.flatMap(({ effects }) => effects),
  };
}

const unknownEffect: Effect = { op: "exec", path: null, certainty: "opaque" };
const unknownShell: Analysis = {
  class: "opaque",
  effects: [unknownEffect],
  programs: [],
  reasons: ["it is written for a shell that is not analysed"],
};

function hiddenChanges(found: Analysis): Analysis[] {
  if (found.class !== "changes" && found.class !== "runs") return [];
  const reason = "it goes on in the background, where what it changes cannot be seen";
  return [{ class: "opaque", effects: [unknownEffect], programs: [], reasons: [reason] }];
}

/** Where relative paths of the command start; a shell that was opened before may stand anywhere. */
function startOf(input: Input): string | null {
  if (field(input, "shellId") !== undefined) return null;
  return text(input, folderKeys) ?? "";
}

function linesOf(input: Input): string[] | { invalid: string } {
  const lines: string[] = [];
  for (const key of [...commandKeys, "commands"]) {
    const value = field(input, key);
    if (value === undefined) continue;
    const read = key === "commands" && Array.isArray(value) ? value.map(lineOf) : [lineOf(value)];
    for (const line of read) {
      if (line === null || line === "") return { invalid: `${key} is not a command line` };
      lines.push(line);
    }
  }
  return [...new Set(lines)];
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

import { join } from "node:path";
import type { AskedLine, FileFact } from "@writ/contracts";
import { type Analysis, definitionsOf, isDefinition } from "@writ/engine";
import { type DefinitionFile, definitionFiles, filesNamed, textAt } from "./definition-files.ts";
import { scriptOnPath } from "./on-path.ts";
import { type Reading, readScript, type Script, scriptsBehind } from "./script.ts";
import { shadowsIn } from "./shadows.ts";
import type { Taken } from "./taken.ts";
import { nearestTool } from "./tools.ts";

/** A command, and the folders in which it may find what says what it does. */
export interface Line extends Pick<AskedLine, "line" | "isUnknown"> {
  readonly at: readonly string[];
}

/** Gathers what commands take by themselves. */
export interface Taking {
  readonly unplaced: Set<string>;
  /** A tool of the repository. One that the command only makes is asked about as such. */
  addTool(sought: string, at: string): Promise<void>;
  /** What says what a command does, which is given back, and the program itself where it is a script. */
  addLine(line: Line): Promise<DefinitionFile[]>;
  /** What a definition takes more from. */
  addInclude(path: string, from: DefinitionFile): Promise<void>;
  /** What a command line runs that a definition starts in this folder. */
  addStarted(analysis: Analysis, at: string): Promise<void>;
  taken(): Taken;
}

/** Nothing is gathered yet. */
export function openTaking(reading: Reading): Taking {
  const { root, made, look } = reading;
  const says = new Map<string, DefinitionFile>();
  const scripts = new Map<string, Script>();
  const tools = new Map<string, string>();
  const unknown = new Set<string>();
  const unplaced = new Set<string>();
  const addMade = (path: string): unknown =>
    unplaced.add(`${path}, which the command itself changes before it is used`);
  const isMade = (fact: FileFact): boolean => {
    const found = made.paths.size > 0 && made.has(fact);
    if (found) addMade(fact.path);
    return found;
  };
  async function addTool(sought: string, at: string): Promise<void> {
    const file = nearestTool(sought, at);
    const tool = file === null ? null : await readScript(file, reading);
    if (tool !== null && tool.hash !== null) tools.set(tool.fact.path, tool.hash);
  }
  return {
    unplaced,
    addTool,
    async addLine({ line, at, isUnknown }) {
      const [program = ""] = line.split(" ");
      const files = definitionFiles(root, at, line);
      for (const file of files) says.set(file.name, file);
      const names = definitionsOf(line).flatMap((one) => one.files);
      // One that is not there yet, or that has another name behind a link.
      for (const path of [...made.paths].filter((one) => isDefinition(one, names))) addMade(path);
      for (const { folder, base } of files) isMade(await look(join(root, folder, base)));
      const script = scriptOnPath(program);
      if (script !== null) tools.set(program, script);
      if (isUnknown === true && files.length === 0) unknown.add(program);
      return files;
    },
    async addInclude(path, from) {
      for (const one of filesNamed(path, from.names)) {
        const fact = await look(one);
        if (isMade(fact)) continue;
        const text = fact.place === "workspace" ? textAt(join(root, fact.path)) : null;
        if (text !== null) says.set(fact.path, { ...from, name: fact.path, text, isKept: false });
      }
    },
    async addStarted({ scripts: run = [], loads = [], searched = [], tools: sought = [], programs }, at) {
      for (const path of [...run, ...loads]) {
        const script = await readScript(/^[/~]/.test(path) ? path : join(at, path), reading);
        const there = script.hash === null ? await scriptsBehind(script, reading) : [script];
        for (const one of [script, ...there]) if (one.made === true) addMade(one.fact.path);
        for (const one of there) if (one.hash !== null) scripts.set(one.fact.path, one);
      }
      const folders = searched.map((path) => (/^[/~]/.test(path) ? path : join(at, path)));
      for (const one of await shadowsIn(folders, reading)) {
        if (one.made === true) addMade(one.fact.path);
        if (one.hash !== null) scripts.set(one.fact.path, one);
      }
      const named = programs.filter((name) => /^[\w.][\w.-]*$/.test(name)).map((name) => `node_modules/.bin/${name}`);
      for (const tool of [...sought, ...named]) await addTool(tool, at);
    },
    taken: () => ({
      says: [...says.values()],
      scripts: [...scripts.values()],
      tools: [...tools],
      unknown: [...unknown],
      unplaced: [...unplaced],
    }),
  };
}

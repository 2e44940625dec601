import { existsSync } from "node:fs";
import { isSidecarGone, locate, noteGovernance, type Writ } from "@writ/runtime";
import type { Command, ExitCode, Group, RawValues } from "./command.ts";
import type { Context, Io } from "./io.ts";
import { noWorkspace } from "./no-workspace.ts";
import { type Origin, originOf } from "./origin/origin.ts";
import { requirePerson } from "./origin/require-person.ts";
import { parseAndRun } from "./parser.ts";
import { report } from "./report.ts";
import { recordFile } from "./setup/record.ts";

/** Runs one command line from the first word to the exit code. Never throws. */
export async function runCommandLine(
  table: readonly (Command | Group)[],
  argv: readonly string[],
  io: Io,
): Promise<ExitCode> {
  // `--json` counts also when the rest of the line cannot be read.
  const json = argv.includes("--json");
  try {
    const voice = { version: io.self.version, width: io.columns, print: io.print, error: io.error };
    return await parseAndRun(table, argv, voice, (command, values) => runCommand(table, command, values, io));
  } catch (error) {
    return report(error, io, json);
  }
}

async function runCommand(
  table: readonly (Command | Group)[],
  command: Command,
  values: RawValues,
  io: Io,
): Promise<ExitCode> {
  const opened = new Map<string, Promise<Writ>>();
  const findRoot = async () => (await locate(io.cwd)).root;
  const openWritAt = (root: string) => {
    const writ = opened.get(root) ?? openWrit(root);
    opened.set(root, writ);
    return writ;
  };
  let origin: Promise<Origin> | undefined;
  const context: Context = {
    ...io,
    origin: () => {
      origin ??= sessionsOf(context).then((sessions) => originOf(io.surroundings, sessions));
      return origin;
    },
    findRoot,
    openWritAt,
    async openWrit() {
      const root = await findRoot();
      if (root === null || isSidecarGone(root)) throw await noWorkspace(io, root);
      return openWritAt(root);
    },
  };
  try {
    const persons = personsPart(command, values);
    if (persons === null) return await command.run(values, context);
    requirePerson(`${spell(table, command)}${persons}`, await context.origin(), command.weighed === true);
    const root = command.writesGuard === true ? await findRoot() : null;
    const run = () => command.run(values, context);
    const isLost = root === null || isSidecarGone(root);
    return await (isLost ? run() : (await import("./open-writ.ts")).asOwnChange(root, run));
  } finally {
    await noteSetUp(findRoot);
    for (const writ of opened.values()) await closeQuietly(writ);
  }
}

/** Records what an earlier version set up. After `uninstall` the record of the installation is gone, and nothing is recorded. */
async function noteSetUp(findRoot: Context["findRoot"]): Promise<void> {
  const root = await findRoot();
  if (root !== null && existsSync(recordFile(root))) noteGovernance(root);
}

/** What decides is not needed before a workspace is opened, and not loaded before. */
async function openWrit(root: string): Promise<Writ> {
  return (await import("./open-writ.ts")).createWrit(root, { isUsers: true });
}

/** What makes the command a person's: nothing more than itself, or an option; `null` when it is anyone's. */
function personsPart({ who, persons = [] }: Command, values: RawValues): string | null {
  const option = persons.find((name) => values[name] !== undefined && values[name] !== false);
  if (option !== undefined) return ` --${option}`;
  return who === "person" ? "" : null;
}

async function sessionsOf(context: Context) {
  const root = await context.findRoot();
  if (root === null) return [];
  // Whoever deleted the sidecar is no user for that.
  if (isSidecarGone(root)) return (await import("./open-writ.ts")).recordedSessions(root);
  return (await import("./open-writ.ts")).knownSessions(await context.openWritAt(root));
}

async function closeQuietly(opening: Promise<Writ>): Promise<void> {
  try {
    const writ = await opening;
    await writ.close();
    // Whatever it was that made the folder.
    (await import("./open-writ.ts")).keepOutOfGit(writ.root);
  } catch {
    // Whoever waited for it has already heard why it did not open.
  }
}

function spell(table: readonly (Command | Group)[], command: Command): string {
  const group = table.find((entry) => "commands" in entry && entry.commands.includes(command));
  return group === undefined ? command.name : `${group.name} ${command.name}`;
}

import { delimiter, extname, isAbsolute, join } from "node:path";

/** What the system is asked to start. */
interface Spawn {
  file: string;
  args: readonly string[];
}

/** Where a command is started. */
interface System {
  platform: string;
  path: string;
  /** The folder it is started in: a program named by a relative path lies below it. */
  cwd: string;
  exists(file: string): boolean;
}

/**
 * How a command is started without a shell. Only Windows needs help: there `npm` is a batch file, which nothing but
 * cmd.exe can run, so its words must mean nothing to cmd.exe. `null` when they do.
 */
export function toSpawn([program = "", ...args]: readonly string[], system: System): Spawn | null {
  if (system.platform !== "win32") return { file: program, args };
  const file = locate(program, system);
  if (file === null || !/\.(cmd|bat)$/i.test(file)) return { file: file ?? program, args };
  // To cmd.exe a slash begins an option.
  const words = [file.replaceAll("/", "\\"), ...args];
  if (!words.every((word) => /^[\w .:\\/@=,+~-]+$/.test(word))) return null;
  return { file: "cmd.exe", args: ["/d", "/c", ...words] };
}

/** The file that is meant, as far as it can be found; what is relative stays so, for it is started in `cwd`. */
function locate(program: string, { path, cwd, exists }: System): string | null {
  const names = extname(program) === "" ? [".exe", ".cmd", ".bat"].map((end) => program + end) : [program];
  if (isAbsolute(program)) return names.find(exists) ?? null;
  if (/[\\/]/.test(program)) return names.find((name) => exists(join(cwd, name))) ?? null;
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(exists) ?? null;
}

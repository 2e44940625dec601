import { delimiter, extname, isAbsolute, join } from "node:path";

/** What the system is asked to start. */
interface Spawn {
  file: string;
  args: readonly string[];
}

/**
 * How a command is started without a shell. Only Windows needs help: there `npm` is a batch file, which nothing but
 * cmd.exe can run, so its words must mean nothing to cmd.exe. `null` when they do.
 */
export function toSpawn(
  [program = "", ...args]: readonly string[],
  system: { platform: string; path: string; exists(file: string): boolean },
): Spawn | null {
  if (system.platform !== "win32") return { file: program, args };
  const file = locate(program, system);
  if (file === null || !/\.(cmd|bat)$/i.test(file)) return { file: file ?? program, args };
  const words = [file, ...args];
  if (!words.every((word) => /^[\w .:\\/@=,+~-]+$/.test(word))) return null;
  return { file: "cmd.exe", args: ["/d", "/c", ...words] };
}

function locate(program: string, { path, exists }: { path: string; exists(file: string): boolean }): string | null {
  const names = extname(program) === "" ? [".exe", ".cmd", ".bat"].map((end) => program + end) : [program];
  const isPath = isAbsolute(program) || /[\\/]/.test(program);
  const folders = isPath ? [""] : path.split(delimiter).filter((folder) => folder !== "");
  for (const folder of folders) {
    const found = names.map((name) => (folder === "" ? name : join(folder, name))).find(exists);
    if (found !== undefined) return found;
  }
  return null;
}

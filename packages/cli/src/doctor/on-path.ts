import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Io } from "../io.ts";

/** The file a shell would run for a name; `null` when it would find none. */
export async function onPath(name: string, { env, platform }: Pick<Io, "env" | "platform">): Promise<string | null> {
  const names = platform === "win32" ? [`${name}.cmd`, `${name}.exe`, name] : [name];
  for (const folder of (env.PATH ?? "").split(delimiter).filter((part) => part !== "")) {
    for (const file of names.map((one) => join(folder, one))) {
      const isProgram = await access(file, constants.X_OK).then(
        () => true,
        () => false,
      );
      if (isProgram) return file;
    }
  }
  return null;
}

import type { Command, Group } from "../command.ts";
import { bash } from "./bash.ts";
import { fish } from "./fish.ts";
import { powershell } from "./powershell.ts";
import { type Place, placesOf } from "./words.ts";
import { zsh } from "./zsh.ts";

const writers: Readonly<Record<string, (places: readonly Place[]) => string>> = { bash, zsh, fish, powershell };

/** The shells there are completions for. */
export const shells: readonly string[] = Object.keys(writers);

/** A script that completes the whole table in this shell. */
export function completionScript(shell: string, table: readonly (Command | Group)[]): string {
  const write = writers[shell];
  if (write === undefined) throw new RangeError(`no completions for ${shell}`);
  return write(placesOf(table));
}

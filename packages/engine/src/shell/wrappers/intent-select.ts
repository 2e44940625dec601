import { parse } from "unbash";
import { legible } from "../syntax/legible.ts";
import { toArg } from "../syntax/words.ts";
import { selectedIntent } from "./writ-command.ts";

/** The id in `writ intent select ID`, when that is the whole command line: the handshake by shell. */
export function writIntentSelect(text: string): string | null {
  if (legible(text).doubt !== null) return null;
  const script = parse(text);
  const [statement, ...more] = script.commands;
  const command = statement?.command;
  if (script.errors?.length || more.length > 0 || command?.type !== "Command" || statement?.background === true) {
    return null;
  }
  if (command.name === undefined || command.prefix.length > 0 || command.redirects.length > 0) return null;
  const words = [command.name, ...command.args].map((word) => (word.type === "Word" ? toArg(word) : null));
  return words.includes(null) ? null : selectedIntent(words.filter((word) => word !== null));
}

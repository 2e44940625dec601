import { type Command, type Group, isGroup } from "../command.ts";
import { toKebab } from "../parser.ts";

/** One place on a command line, and what may come there. */
export interface Place {
  /** The command words before it: `""`, `intent`, `intent add`. */
  readonly path: string;
  readonly words: readonly { readonly word: string; readonly about: string }[];
}

/** Every place of the table, with its subcommands, options and fixed words. */
export function placesOf(table: readonly (Command | Group)[]): Place[] {
  const top = { path: "", words: [...table.map(named), help, { word: "--version", about: "show the version" }] };
  const below = table.flatMap((entry) => {
    if (!isGroup(entry)) return [placeOf(entry.name, entry)];
    const group = { path: entry.name, words: [...entry.commands.map(named), help] };
    return [group, ...entry.commands.map((command) => placeOf(`${entry.name} ${command.name}`, command))];
  });
  return [top, ...below];
}

const help = { word: "--help", about: "show help" };
const named = ({ name, summary }: { name: string; summary: string }) => ({ word: name, about: summary });

function placeOf(path: string, command: Command): Place {
  const choices = Object.values(command.args).flatMap((argument) =>
    argument.kind === "required" ? (argument.choices ?? []) : [],
  );
  const options = Object.entries(command.options).map(([name, { about }]) => ({ word: `--${toKebab(name)}`, about }));
  return {
    path,
    words: [
      ...choices.map((word) => ({ word, about: "" })),
      ...options,
      { word: "--json", about: "answer in JSON" },
      help,
    ],
  };
}

/** A pattern for a shell's `case` with every command path. */
export function casePattern(places: readonly Place[]): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== "");
  return `    ${paths.map((path) => `"${path}"`).join(" | ")}`;
}

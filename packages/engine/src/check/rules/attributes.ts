import { wordFor } from "../agreed.ts";
import type { Rule } from "../finding.ts";
import { shellWord } from "../shell-word.ts";
import { isTicketed } from "./gate.ts";

/** More than a few files are told by their number. */
const mostNamed = 3;

/** What everybody's checkout makes of the guard changes with a person's word only, as the guard itself does. */
export const attributes: Rule = (facts, { assurance }) => {
  const { before, files, attributes: given } = facts;
  // With the change that brings Writ all of it is new.
  if (!before.exists || given === undefined || given === null) return [];
  const known = new Map(files.map((file) => [file.path, file]));
  const isSettled = (path: string): boolean => {
    const file = known.get(path);
    if (file === undefined) return false;
    return wordFor(file, facts, assurance.sensitive).state === "agreed" || isTicketed(file, facts);
  };
  const more = given.paths.length - mostNamed;
  const named = given.paths.slice(0, mostNamed).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return given.by
    .filter((path) => !isSettled(path))
    .map((path) => ({
      rule: "protected-path",
      path,
      message: `Attributes give ${named} other bytes in a work tree than git has (${given.names.join(", ")}); that is part of the guard, and no person's word for it is on record.`,
      hint: `Whoever reads these files then may read nothing. Leave them out of ${shellWord(path)}; or whoever wants it so says it at a terminal, and commits once more: writ approve --file ${shellWord(path)}`,
    }));
};

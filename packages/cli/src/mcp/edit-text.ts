import { type Edit, fail } from "@writ/contracts";
import { endingsOf, toLf, withPlainEnds } from "./line-endings.ts";

/** How often one text stands in another, without overlaps. */
function occurrences(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found += 1;
  return found;
}

const unclear = (message: string, fix: string) => fail("USAGE", { message, fix });

function edited(text: string, edit: Edit, where: string): string {
  if (edit.old === "")
    throw unclear(`${where} says no text to replace.`, "To write a whole file, use write_file or *** Add File.");
  const found = occurrences(text, edit.old);
  if (found === 0)
    throw unclear(
      `The text ${where} replaces is not there.`,
      "Read the file again and give the text exactly as it is.",
    );
  if (found > 1 && edit.all !== true)
    throw unclear(
      `The text ${where} replaces is there ${found} times.`,
      "Give more of the text around it, so that it is there once, or say all: true to replace every one.",
    );
  // Split and joined, so that `$&` in the new text stays what it is.
  return text.split(edit.old).join(edit.new);
}

/** A text after edits, each on top of the one before. All of them fit, or none is made. */
export function editedText(before: string, edits: readonly Edit[], path: string): string {
  const isPlain = endingsOf(before) === "lf";
  return withPlainEnds(before, (plain) =>
    edits.reduce((text, edit, at) => {
      const where = edits.length === 1 ? `the edit of ${path}` : `edit ${at + 1} of ${path}`;
      return edited(text, isPlain ? edit : { ...edit, old: toLf(edit.old), new: toLf(edit.new) }, where);
    }, plain),
  );
}

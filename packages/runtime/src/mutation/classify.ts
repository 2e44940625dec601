import type { ChangedFile, FileContent } from "@writ/contracts";
import { type Classified, classify, type Language, languageOf, mutationClass } from "@writ/engine";
import type { Parsed } from "./parser.ts";

/** Longer texts, before and after together, are compared by tokens: the answer must come while the agent waits. */
const longest = 400_000;
/** The same for a process that was started for this one call, and has to set up the parser first. */
const longestBrief = 8_000;

/** What a call did to its files: by syntax trees where that can be done, by tokens for the rest. */
export async function classifyChanges(changed: readonly ChangedFile[], isBrief = false): Promise<Classified> {
  const parsed = new Map<ChangedFile, Parsed>();
  try {
    await parseAll(changed, parsed, isBrief);
    return classify(changed, (file) => parsed.get(file) ?? null);
  } catch {
    // A parser that cannot be loaded or gives up must not keep a change off the record.
    return { class: mutationClass(changed), files: new Map() };
  } finally {
    for (const trees of parsed.values()) trees.close();
  }
}

async function parseAll(
  changed: readonly ChangedFile[],
  parsed: Map<ChangedFile, Parsed>,
  isBrief: boolean,
): Promise<void> {
  const files = changed.flatMap((file) => {
    const language = languageIn(file);
    return language === null ? [] : [{ file, language, before: textOf(file.before), after: textOf(file.after) }];
  });
  const length = files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
  // Code may have moved between any two of them, so all of them are parsed or none.
  if (files.length === 0 || length > (isBrief ? longestBrief : longest)) return;
  const { openParser, parse } = await import("./parser.ts");
  await openParser(isBrief);
  for (const { file, language, before, after } of files) {
    const found = await parse(language, before, after);
    if (found !== null) parsed.set(file, found);
  }
}

const textOf = (content: FileContent | null): string | null => content?.text ?? null;

/** The language of a file, when all of its text is known and it is code before and after. */
function languageIn({ path, from, before, after }: ChangedFile): Language | null {
  if (before?.text === null || after?.text === null) return null;
  const language = languageOf(path);
  return language !== undefined && (from === undefined || languageOf(from) === language) ? language : null;
}

import type { ChangedFile } from "@writ/contracts";
import { type Classified, classify, type Language, languageOf, mutationClass } from "@writ/engine";
import type { Parsed } from "./parser.ts";

/** Longer texts, before and after together, are compared by tokens: the answer must come while the agent waits. */
const longest = 400_000;
/** The same for a process that has no parser yet: it may have been started for this one call. */
const longestCold = 8_000;

/** What a call did to its files: by syntax trees where that can be done, by tokens for the rest. */
export async function classifyChanges(changed: readonly ChangedFile[]): Promise<Classified> {
  const parsed = new Map<ChangedFile, Parsed>();
  try {
    await parseAll(changed, parsed);
    return classify(changed, (file) => parsed.get(file) ?? null);
  } catch {
    // A parser that cannot be loaded or gives up must not keep a change off the record.
    return { class: mutationClass(changed), files: new Map() };
  } finally {
    for (const trees of parsed.values()) trees.close();
  }
}

async function parseAll(changed: readonly ChangedFile[], parsed: Map<ChangedFile, Parsed>): Promise<void> {
  const files = changed.flatMap((file) => {
    const language = languageIn(file);
    return language === null ? [] : [{ file, language }];
  });
  if (files.length === 0) return;
  const { hasParser, parse } = await import("./parser.ts");
  // Trees of all files must fit: code may have moved between any two of them.
  let left = hasParser() ? longest : longestCold;
  for (const { file, language } of files) {
    const [before, after] = [file.before?.text ?? null, file.after?.text ?? null];
    left -= (before?.length ?? 0) + (after?.length ?? 0);
    if (left < 0) return;
    const found = await parse(language, before, after);
    if (found !== null) parsed.set(file, found);
  }
}

/** The language of a file, when all of its text is known and it is code before and after. */
function languageIn({ path, from, before, after }: ChangedFile): Language | null {
  if (before?.text === null || after?.text === null) return null;
  const language = languageOf(path);
  return language !== undefined && (from === undefined || languageOf(from) === language) ? language : null;
}

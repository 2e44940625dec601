import type { Script } from "./script.ts";

/** All a person is shown, and what of it cannot be shown. */
export interface Shown {
  readonly detail: string;
  readonly unseen: readonly string[];
}

/** Up to this size a text is shown in full; nobody reads more, and what is not shown is said. */
const largestShown = 256 * 1024;

/** What others wrote stands apart from what Writ says about it, so that it cannot pass for that. */
export const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");

/** A name that cannot look like a line of its own. */
export const oneLine = (text: string): string => text.replaceAll("\n", "\\n");

/** A script with what is in it, or why that is not shown. */
export function scriptShown(script: Script): Shown {
  const { fact, hash, text, made } = script;
  const why = whyUnseen(script);
  const head = `it runs ${oneLine(fact.path)}`;
  if (why === null) return { detail: `${head}:\n${indented((text ?? "").replace(/\n$/, ""))}`, unseen: [] };
  const isThere = hash !== null || made === true;
  return { detail: `${head}, which is not shown: ${why}`, unseen: isThere ? [`${fact.path} (${why})`] : [] };
}

/** A text with what it is. */
export function textShown(name: string, head: string, text: string): Shown {
  const isLong = text.length > largestShown;
  const shown = isLong ? `(${text.length} characters, not shown)` : text.replace(/\n$/, "");
  return {
    detail: `${oneLine(head)}\n${indented(shown)}`,
    unseen: isLong ? [`${name} (${text.length} characters)`] : [],
  };
}

function whyUnseen({ fact, hash, text, size, made }: Script): string | null {
  if (made === true) return "the command itself makes or changes it before it runs";
  if (hash === null) return fact.kind === "absent" ? "there is no such file yet" : "it cannot be read";
  if (text === null) return `it is not text, ${size} bytes`;
  return size > largestShown ? `it has ${size} bytes` : null;
}

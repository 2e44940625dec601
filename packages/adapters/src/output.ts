import { fieldOf, isFields } from "./fields.ts";

/** How much of a tool's answer is kept, in characters: enough to say what it was about. */
const most = 2_000;
/** Answers are nested a little, never deep; and nobody reads the hundredth piece. */
const deepest = 4;
const mostPieces = 100;

/** Where agents and tools put text, in the order it is read. A picture has none of these. */
const textKeys = [
  ...["stdout", "stderr", "output", "content", "text", "result"],
  ...["llmContent", "textResultForLlm", "text_result_for_llm", "message", "error", "filenames"],
];

/** The beginning of the text in what a tool answered, whatever shape it has; nothing where there is none. */
export function outputText(answer: unknown): string | undefined {
  const pieces: string[] = [];
  gather(answer, pieces, deepest);
  const text = pieces.join("\n");
  const last = text.charCodeAt(most - 1);
  // Not half a character.
  return text === "" ? undefined : text.slice(0, last >= 0xd800 && last < 0xdc00 ? most - 1 : most);
}

function gather(value: unknown, pieces: string[], depth: number): void {
  if (typeof value === "string") {
    const piece = value.slice(0, most).trim();
    // Some say the same twice.
    if (piece !== "" && !pieces.some((said) => said.includes(piece))) pieces.push(piece);
  } else if (depth > 0 && Array.isArray(value)) {
    for (const one of value.slice(0, mostPieces)) gather(one, pieces, depth - 1);
  } else if (depth > 0 && isFields(value) && !isFileChange(value)) {
    for (const key of textKeys) gather(fieldOf(value, key), pieces, depth - 1);
  }
}

/** Claude Code answers a change with the whole file, which says nothing about how it went. */
const isFileChange = (value: object): boolean => Object.hasOwn(value, "structuredPatch");

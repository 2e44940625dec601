import { toGitHub } from "./github.ts";
import { toGitLab } from "./gitlab.ts";
import { toJson } from "./json.ts";
import { toMarkdown } from "./markdown.ts";
import type { Render } from "./render.ts";
import { toSarif } from "./sarif.ts";
import { toText } from "./text.ts";

/** Every form a report can have, by the word for it. */
export const formats = {
  text: toText,
  json: toJson,
  sarif: toSarif,
  github: toGitHub,
  gitlab: toGitLab,
  markdown: toMarkdown,
} as const satisfies Record<string, Render>;
export type Format = keyof typeof formats;

/** Whether a word names a form. */
export const isFormat = (word: string): word is Format => Object.hasOwn(formats, word);

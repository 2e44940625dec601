import { toGitHub } from "./github.ts";
import { toGitLab } from "./gitlab.ts";
import { toJson } from "./json.ts";
import { toMarkdown } from "./markdown.ts";
import { unmarked, unmarkedJson } from "./marks.ts";
import type { Render } from "./render.ts";
import { toSarif } from "./sarif.ts";
import { toText } from "./text.ts";

/** Every form a report can have, by the word for it. */
export const formats = {
  text: (...given) => unmarked(toText(...given)),
  json: (...given) => unmarkedJson(toJson(...given)),
  sarif: (...given) => unmarkedJson(toSarif(...given)),
  github: toGitHub,
  gitlab: (...given) => unmarkedJson(toGitLab(...given)),
  markdown: toMarkdown,
} as const satisfies Record<string, Render>;
export type Format = keyof typeof formats;

/** Whether a word names a form. */
export const isFormat = (word: string): word is Format => Object.hasOwn(formats, word);

import { lstatSync } from "node:fs";
import { resolve } from "node:path";
import type { Why } from "@writ/runtime";
import { withinFile } from "../blame/line-range.ts";
import { listening } from "../blame/listening.ts";
import { tellingMissing } from "../blame/missing.ts";
import { fileInWorkspace } from "../blame/place.ts";
import { requireRevision, sayRevision } from "../blame/revision.ts";
import { readTexts } from "../blame/texts.ts";
import { defineCommand, flag, required, text } from "../command.ts";
import type { Context } from "../io.ts";
import { openToRead } from "../open-to-read.ts";
import { printLong } from "../pager.ts";
import { nameReader } from "../people.ts";
import { visible } from "../text/visible.ts";
import { fileParagraphs } from "../why/file-story.ts";
import { lineLines, widthFor } from "../why/line-lines.ts";
import { paragraphLines } from "../why/paragraphs.ts";
import { parsePlace } from "../why/place.ts";

export default defineCommand({
  name: "why",
  summary: "Tell why a file, or a line of it, is there",
  about:
    "Who made the line and when, under which intent, with which call, who agreed to it, which commit brought it, and what was changed with it. Without a line: the story of the file.",
  who: "anyone",
  args: { place: required("the file, from where you are; FILE:12 for a line, FILE:12-20 for some") },
  options: {
    revision: text("REV", "the file as this commit has it"),
    noPager: flag("print it all at once, also on a terminal"),
  },
  examples: [
    ["why src/app.ts:12", "one line"],
    ["why src/app.ts:12-20", "some lines"],
    ["why src/app.ts", "the file's story: intents, share of AI, last change"],
    ["why src/app.ts:12 --json", "the same for programs"],
  ],

  async run({ place, revision, noPager, json }, context) {
    requireRevision(revision);
    const { file, lines } = parsePlace(place, (name) => isThere(resolve(context.cwd, name)));
    const writ = await openToRead(context);
    const path = fileInWorkspace(writ.root, context.cwd, file);
    const told = await tellingMissing({ root: writ.root, path, file, revision }, context, () =>
      listening(context, (listener) =>
        writ.why(path, { listener, ...(lines !== null && { lines }), ...(revision !== undefined && { revision }) }),
      ),
    );
    if (lines !== null) withinFile(lines, told.lines.all, path);
    if (json) {
      context.print(JSON.stringify(told, null, 2));
      return 0;
    }
    const nameOf = await nameReader(writ.root);
    const texts = lines === null ? [] : await readTexts(writ.root, path, revision);
    await printLong(
      lines === null ? fileLines(told, file, nameOf, context) : lineLines(told, texts, nameOf, context),
      context,
      !noPager,
    );
    return 0;
  },
});

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

function fileLines(told: Why, file: string, nameOf: (by: string) => string, context: Context): string[] {
  const { paint } = context;
  return [
    paint.bold(visible(told.path)),
    ...paragraphLines(fileParagraphs(told, nameOf), widthFor(context), paint.cyan),
    ...(told.lines.all === 0
      ? []
      : [paint.dim(`Ask about a line with: writ why ${visible(file)}:LINE${sayRevision(told.revision)}`)]),
  ];
}

import { opaque, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";

const names = `pandoc convert magick ffmpeg inkscape gs pdftotext pdflatex latexmk wkhtmltopdf dot plantuml mmdc asciidoctor
  hugo jekyll`;

/** Documents, pictures and sites: they read one file and write another. */
export const media: Family = {
  programs: names,
  entries: () => several("", names, (name) => opaque(name, "it writes files or runs a program", { asks: "reads" })),
};

import type { Stretch, Why } from "@writ/runtime";
import type { Io } from "../io.ts";
import { visible } from "../text/visible.ts";
import { cutToWidth, withoutTabs } from "../text/width.ts";
import { paragraphLines } from "./paragraphs.ts";
import { sameParagraphs, stretchParagraphs } from "./stretch.ts";

type Page = Pick<Io, "paint" | "columns" | "tty">;

/** How wide paragraphs may be; `null` for as wide as they are. */
export const widthFor = ({ tty, columns }: Page): number | null => (tty.output ? columns : null);

/** More lines of a file than this are not shown again. */
const mostShown = 3;

/** Everything about the lines that were asked for, those of one call together. */
export function lineLines(told: Why, texts: readonly string[], nameOf: (by: string) => string, page: Page): string[] {
  const { paint } = page;
  const known = new Map<string, Stretch>();
  return told.stretches.flatMap((stretch, at) => {
    const earlier = known.get(stretch.trace ?? "");
    if (stretch.trace !== null && earlier === undefined) known.set(stretch.trace, stretch);
    return [
      ...(at === 0 ? [] : [""]),
      paint.bold(`${visible(told.path)}:${spelled(stretch)}`),
      ...quoted(stretch, texts, page),
      ...paragraphLines(
        earlier === undefined ? stretchParagraphs(stretch, told, nameOf) : sameParagraphs(stretch, spelled(earlier)),
        widthFor(page),
        paint.cyan,
      ),
    ];
  });
}

const spelled = ({ from, to }: Stretch): string => (from === to ? `${from}` : `${from}-${to}`);

function quoted({ from, to }: Stretch, texts: readonly string[], page: Page): string[] {
  const { paint } = page;
  const width = widthFor(page);
  const shown = texts.slice(from - 1, Math.min(to, from - 1 + mostShown));
  const more = to - from + 1 - shown.length;
  return [
    ...shown.map((line) => {
      const text = visible(withoutTabs(line.replace(/\r$/, ""), 8));
      return paint.dim(`  | ${width === null ? text : cutToWidth(text, width - 4)}`.trimEnd());
    }),
    ...(more > 0 ? [paint.dim(`  | … ${more} more`)] : []),
  ];
}

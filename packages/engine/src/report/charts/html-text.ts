import { visibleLine } from "../../preview.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for HTML and SVG, between tags or in quotes: nothing in it is markup, hides, or turns the line around. */
export const html = (text: string): string =>
  visibleLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A part of a width, as CSS and SVG read it. */
export const percent = (part: number): string => `${Number((part * 100).toFixed(3))}%`;

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** The items of a list; none for anything else. */
export function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text, or nothing. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Every text inside a value, one a line. */
export function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  const inside = Array.isArray(value) ? value : Object.values(fieldsOf(value));
  return inside
    .map(textsIn)
    .filter((text) => text !== "")
    .join("\n");
}

/** What a message says: a text, or the texts of its parts. */
export function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return textsIn(content);
  return content.map((part) => textOf(fieldsOf(part).text) || textsIn(part)).join("\n");
}

/** Every text of a request but what describes its tools. */
export function toldIn({ tools: _, ...rest }: Readonly<Record<string, unknown>>): string {
  return textsIn(rest);
}

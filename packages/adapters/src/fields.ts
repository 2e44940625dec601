/** A payload object: anybody's keys, nobody's promises. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether this is a plain object we can look into. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field of the object's own: what a prototype brings does not count. */
export function fieldOf(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** The first of these fields that holds text. Empty text is none. */
export function textField(fields: Fields, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = fieldOf(fields, key);
    if (typeof value === "string" && value !== "") return value;
  }
  return undefined;
}

/** A field that is an object itself. */
export function objectField(fields: Fields, key: string): Fields | undefined {
  const value = fieldOf(fields, key);
  return isFields(value) ? value : undefined;
}

/** A value that some agents send as its JSON text; other text stays what it is. */
export function parsedText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

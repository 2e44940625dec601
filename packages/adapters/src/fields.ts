/** A payload object: anybody's keys, nobody's promises. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether this is a plain object we can look into. */
export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that must be text to be used at all. */
export function textField(fields: Fields, key: string): string | undefined {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "string" && value !== "" ? value : undefined;
}

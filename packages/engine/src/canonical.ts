/**
 * JSON with one spelling for equal data: keys sorted by code unit, no blanks, `-0` as `0`, what JSON has no word
 * for left out or `null`, lone surrogates escaped. For digests that must come out the same tomorrow.
 */
export function canonicalJson(value: unknown): string {
  return write(value, []) ?? "null";
}

/** `null` for what has no place in an object, such as a function. */
function write(value: unknown, above: readonly object[]): string | null {
  switch (typeof value) {
    case "string":
    case "boolean":
      return JSON.stringify(value);
    case "number":
      return Number.isFinite(value) ? JSON.stringify(value === 0 ? 0 : value) : "null";
    case "bigint":
      return value.toString();
    case "object":
      return value === null ? "null" : writeObject(value, above);
    case "undefined":
    case "function":
    case "symbol":
      return null;
  }
}

function writeObject(value: object, above: readonly object[]): string {
  if (above.includes(value)) throw new TypeError("A value that contains itself has no canonical form.");
  const path = [...above, value];
  if (Array.isArray(value)) return `[${value.map((item) => write(item, path) ?? "null").join(",")}]`;
  const fields = Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, item]) => {
      const text = write(item, path);
      return text === null ? [] : [`${JSON.stringify(key)}:${text}`];
    });
  return `{${fields.join(",")}}`;
}

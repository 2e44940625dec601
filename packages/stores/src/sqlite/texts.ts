/** Half a pair of surrogates has no form in the database. */
const half = /\p{Surrogate}/u;
/** What a text begins with that is kept in another form. */
const mark = "\u0001";

/** A text as it is kept. The library stops at a NUL when it gives a text back. */
export function toKept(text: string): string {
  const isPlain = !text.includes("\0") && !text.startsWith(mark) && !half.test(text);
  return isPlain ? text : mark + JSON.stringify(text);
}

/** The text that was kept. */
export function fromKept(kept: string): string {
  return kept.startsWith(mark) ? String(JSON.parse(kept.slice(1))) : kept;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An id as it is kept: a UUID in 16 bytes, any other as text. */
export function toKeptId(id: string): string | Uint8Array {
  return uuid.test(id) ? Buffer.from(id.replaceAll("-", ""), "hex") : toKept(id);
}

/** The id that was kept. */
export function fromKeptId(kept: unknown): string {
  if (!(kept instanceof Uint8Array)) return fromKept(String(kept));
  const digits = Buffer.from(kept).toString("hex");
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join(
    "-",
  );
}

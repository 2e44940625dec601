/** Context of at most so many bytes. What is cut off is not lost: the last line says where the rest is. */
export function cutContext(text: string, most: number): string {
  // A character is three bytes at most for each unit of its length.
  if (text.length * 3 <= most || bytesOf(text) <= most) return text;
  const last = `(Cut here: this agent takes no more. The rest: ${wayToRest(text)})`;
  const kept = firstBytes(text, most - last.length - 1);
  const line = kept.lastIndexOf("\n");
  // Whole lines, unless one line is nearly all there is.
  return `${line > kept.length / 2 ? kept.slice(0, line) : kept}\n${last}`;
}

/** Text of at most so many bytes, ending in `…` where something is missing. */
export function cutText(text: string, most: number): string {
  if (text.length * 3 <= most || bytesOf(text) <= most) return text;
  return most < 20 ? "" : `${firstBytes(text, most - 3)}…`;
}

/** The command that shows the intent the text is about. */
function wayToRest(text: string): string {
  const id = /<intent_context>\s*<id>([\w.-]{1,100})<\/id>/.exec(text)?.[1];
  return id === undefined ? "writ intent list" : `writ intent show ${id}`;
}

function sizeOf(unit: number): number {
  if (unit < 0x80) return 1;
  // Each half of a pair counts two: four bytes together.
  return unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 2 : 3;
}

/** How long a text is as UTF-8. */
export function bytesOf(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) bytes += sizeOf(text.charCodeAt(at));
  return bytes;
}

function firstBytes(text: string, most: number): string {
  let bytes = 0;
  let at = 0;
  for (; at < text.length; at += 1) {
    bytes += sizeOf(text.charCodeAt(at));
    if (bytes > most) break;
  }
  const last = text.charCodeAt(at - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? at - 1 : at);
}

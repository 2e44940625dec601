import { isUtf8 } from "node:buffer";

/** A payload larger than this is refused: no tool call needs it, and reading it must not exhaust the machine. */
export const largestPayload = 32 * 1024 * 1024;

/** The payload's JSON; `undefined` when it is cut off or not JSON. */
export function parsePayload(bytes: Buffer): unknown {
  try {
    // Bytes that are no text would be read as other names than the agent means.
    if (!isUtf8(bytes)) return undefined;
    const text = bytes.toString("utf8");
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

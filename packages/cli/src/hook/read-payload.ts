/** A payload larger than this is refused: no tool call needs it, and reading it must not exhaust the machine. */
const largestPayload = 32 * 1024 * 1024;

/** Reads all of stdin as JSON; `undefined` when it is too large, cut off or not JSON. */
export async function readPayload(stdin: AsyncIterable<Uint8Array>): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin) {
    size += chunk.byteLength;
    if (size > largestPayload) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(new TextDecoder("utf-8").decode(Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}

import { closeSync, openSync, readSync } from "node:fs";
import { crypto } from "@writ/stores";
import type { Ports } from "./writ.ts";

/** Sixteen random bytes from the system itself; `null` where it has no such file. */
function randomBytes(): Buffer | null {
  let source: number | undefined;
  try {
    source = openSync("/dev/urandom", "r");
    const bytes = Buffer.alloc(16);
    return readSync(source, bytes) === bytes.byteLength ? bytes : null;
  } catch {
    return null;
  } finally {
    if (source !== undefined) closeSync(source);
  }
}

/** A UUIDv4. Node's own comes with all its cryptography, which a hook that only needs an id does not load. */
function randomId(): string {
  const bytes = process.platform === "win32" ? null : randomBytes();
  if (bytes === null) return crypto().randomUUID();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** The real clock and the real dice. */
export const realPorts: Ports = {
  now: () => new Date().toISOString(),
  id: randomId,
};

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
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** The real clock and the real dice. */
export const realPorts: Ports = {
  now: () => new Date().toISOString(),
  id: randomId,
};

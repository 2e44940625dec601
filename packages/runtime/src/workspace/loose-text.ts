import { decodeLoosely } from "@writ/engine";

/** What is text but for a few bytes, such as a script in Latin-1. `null` for what nobody could read. */
export function looseText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  const { text, strange } = decodeLoosely(Buffer.from(bytes).toString("latin1"));
  return strange * 10 > bytes.length ? null : text;
}

/** The same for names, which may be any bytes at all. */
export const looseName = (bytes: Uint8Array): string => decodeLoosely(Buffer.from(bytes).toString("latin1")).text;

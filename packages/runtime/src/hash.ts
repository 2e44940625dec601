import { crypto } from "@writ/stores";

/** SHA-256 as it is written everywhere: `sha256:` and 64 hex digits. */
export function sha256(data: string | Uint8Array): string {
  return `sha256:${crypto().createHash("sha256").update(data).digest("hex")}`;
}

/** The releases with another shim than this one, by the SHA-256 of its text. Such a shim works until `writ init` renews it. */
const formerShims: Readonly<Record<string, string>> = {
  "sha256:8ed88086aec8ad889cb4118d65b9633969a261710efc30dc054d8a9cb810d5d6": "0.1.0",
};

/** The release that shipped the shim with this hash; `null` where none did. */
export function releaseOfShim(hash: string): string | null {
  return formerShims[hash] ?? null;
}

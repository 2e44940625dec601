import { withoutLogins } from "./addresses.ts";
import { withoutAssigned } from "./assignments.ts";
import { withoutHeaders } from "./headers.ts";
import { type Hide, hideWhole } from "./hide.ts";
import { withoutOptions } from "./options.ts";
import { withoutPrivateKeys } from "./private-keys.ts";
import { withoutTokens } from "./tokens.ts";

/** Text with the secrets that can be recognised taken out, in time that grows with its length only. */
export function redact(text: string): string {
  return redactWith(withoutPrivateKeys(text, hideWhole), hideWhole);
}

/** The same but for private keys, with what stands where a secret was said by others. */
export function redactWith(text: string, hide: Hide): string {
  return [withoutTokens, withoutHeaders, withoutLogins, withoutOptions, withoutAssigned].reduce(
    (rest, without) => without(rest, hide),
    text,
  );
}

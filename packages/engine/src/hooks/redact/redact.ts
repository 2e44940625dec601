import { withoutLogins } from "./addresses.ts";
import { withoutAssigned } from "./assignments.ts";
import { withoutHeaders } from "./headers.ts";
import { withoutPrivateKeys } from "./private-keys.ts";
import { withoutTokens } from "./tokens.ts";

/** Text with the secrets that can be recognised taken out, in time that grows with its length only. */
export function redact(text: string): string {
  return withoutAssigned(withoutLogins(withoutHeaders(withoutTokens(withoutPrivateKeys(text)))));
}

import { redacted } from "./secret-name.ts";

/** `scheme://name:secret@host`, with the secret up to the last @ before a slash; a port is none. */
const password = /(:\/\/[^\s/:@?#"'`<>]{0,200}:)(?!\d{1,5}[?#])[^\s/"'`<>]+@/g;
/** `scheme://secret@host`: a name is not that long. */
const bareToken = /(:\/\/)[A-Za-z0-9_-]{20,}@/g;
/** `curl -u name:secret`; two numbers are a user and a group. */
const userOption =
  /((?<![\w-])(?:-u|--user|--proxy-user)[ =]{1,3}["']?[^\s:"'=/]{1,100}:)(?!\d{1,10}(?:\s|$))[^\s"']+/g;

/** Takes out passwords that stand beside a name in an address or option. */
export function withoutLogins(text: string): string {
  return text
    .replace(password, `$1${redacted}@`)
    .replace(bareToken, `$1${redacted}@`)
    .replace(userOption, `$1${redacted}`);
}

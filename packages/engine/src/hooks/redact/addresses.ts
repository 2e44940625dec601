import type { Hide } from "./hide.ts";

const logins: readonly RegExp[] = [
  // `scheme://name:secret@host`, with the secret up to the last @ before a slash; a port is none
  /(:\/\/[^\s/:@?#"'`<>]{0,200}:)(?!\d{1,5}[?#])[^\s/"'`<>]+(?=@)/g,
  // `scheme://secret@host`: a name is not that long
  /(:\/\/)[A-Za-z0-9_-]{20,}(?=@)/g,
  // `…?sig=secret&se=…`, a signature that opens an address until a day
  /([?&;"'\s]sig=)[A-Za-z0-9%+/_=-]{16,}/g,
];

/** Takes out passwords and signatures that stand in addresses. */
export function withoutLogins(text: string, hide: Hide): string {
  return logins.reduce(
    (rest, login) => rest.replace(login, (found, before: string) => before + hide(found.slice(before.length), true)),
    text,
  );
}
